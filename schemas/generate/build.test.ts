/** Make knows which files are generated, and what of. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { PROJECT } from '../project.ts';

const GENERATED = [
  'schemas/checks/filling-checks.ts',
  'schemas/checks/quick-checks.ts',
  'schemas/integrations/openapi.json',
  'schemas/openapi.json',
  'schemas/types.ts',
];

/** The files that "make install" would generate now, with some sources taken as just changed. */
function generatedAfter(...changed: string[]): string[] {
  const words = ['-n', 'install', ...changed.flatMap((file) => ['-W', file])];
  const commands = execFileSync('make', words, { cwd: PROJECT, encoding: 'utf8' });
  return Array.from(commands.matchAll(/generate\/build\.ts (\S+)/g), ([, file]) => file).sort();
}

test('nothing is generated while nothing changed', () => {
  assert.deepEqual(generatedAfter(), [], 'generated files are stale: run "make install"');
  assert.deepEqual(generatedAfter('schemas/README.md', 'schemas/types.ts'), []);
});

test('all is generated again after a change of what it is made of', () => {
  for (const source of [
    'schemas/common.schema.json',
    'schemas/api/error.schema.json',
    'schemas/openapi.yaml',
    'schemas/integrations/openapi.yaml',
    'schemas/examples/getPvYield.south_roof.json',
    'schemas/generate/bundle-openapi.ts',
    'schemas/generate/quick-checks-code.ts',
    'schemas/generate/types-code.ts',
    'schemas/checks/all-schemas.ts',
    'schemas/checks/addressed-schemas.ts',
    'package-lock.json',
  ]) {
    assert.deepEqual(generatedAfter(source), GENERATED, source);
  }
});
