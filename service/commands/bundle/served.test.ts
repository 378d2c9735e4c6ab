/** Files that `sun served` puts into a folder: nothing else is needed to answer. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { LOOKUP, rawCall } from '../../test/service.ts';
import { startProgram } from '../../test/start-program.ts';
import { bundle } from './bundle.ts';
import { listPackages } from './sbom.ts';

const artifacts = testFolder();
await writeBuild(artifacts, '1.0.0');
const out = join(testFolder(), 'served');

function serve(from: string, out: string) {
  const script = fileURLToPath(new URL('served.ts', import.meta.url));
  return spawnSync(
    process.execPath,
    ['--import', 'tsx', script, '--artifacts', from, '--out', out],
    { encoding: 'utf8' },
  );
}

test('a folder of it answers where no other packages are, and says how large it is', async () => {
  const { status, stdout, stderr } = serve(artifacts, out);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\d+\.\d MB {2}node_modules$/m);
  const packages = readdirSync(join(out, 'node_modules'));
  assert.ok(packages.includes('piscina') && packages.includes('libsql'));
  // Bundled, of this machine, and of development.
  for (const name of ['express', 'esbuild', 'typescript'])
    assert.ok(!packages.includes(name), name);
  const service = await startProgram([join(out, 'dist/service.js')], { env: { ARTIFACTS: '' } });
  after(() => service.stop());
  assert.equal((await rawCall(service.base, LOOKUP)).status, 200);
  assert.equal((await rawCall(service.base, '/docs/sdk')).status, 200);
});

test('the SBOM lists every package that is in that folder, beside the bundles and in them', async () => {
  const listed = new Set(listPackages().components.map((one) => one['bom-ref']));
  // `dist` also has bundles of before.
  const bundles = testFolder();
  await bundle(undefined, bundles);
  const names = new Set([...foldersIn(join(out, 'node_modules')), ...bundledIn(bundles)]);
  assert.ok(names.has('express') && names.has('libsql'));
  for (const name of names) {
    const path = join(PROJECT, 'node_modules', name, 'package.json');
    const { version } = JSON.parse(readFileSync(path, 'utf8'));
    assert.ok(listed.has(`${name}@${version}`), `${name}@${version}`);
  }
  for (const name of ['typescript', '@playwright/test'])
    assert.ok(![...listed].some((one) => one.startsWith(`${name}@`)), name);
});

/** Names of the packages in node_modules, with their scopes. */
function foldersIn(path: string): string[] {
  return readdirSync(path).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(path, name)).map((one) => `${name}/${one}`) : [name],
  );
}

/** Names of the packages that the bundles' source maps name. */
function bundledIn(dist: string): string[] {
  const maps = readdirSync(dist).filter((name) => name.endsWith('.map'));
  return maps.flatMap((name) => {
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(dist, name), 'utf8'));
    return sources.flatMap(
      (source) => /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(source)?.[1] ?? [],
    );
  });
}

test('no folder is left half-way', () => {
  const parent = testFolder();
  const { status, stderr } = serve('/nowhere', join(parent, 'out'));
  assert.equal(status, 1);
  assert.match(stderr, /^error: \/nowhere\/manifest\.json is missing/);
  assert.deepEqual(readdirSync(parent), []);
});
