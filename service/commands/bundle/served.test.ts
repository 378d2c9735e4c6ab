/** What `sun served` puts into a folder. That nothing else is needed, image.long.test.ts of deploy shows. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { LOOKUP, rawCall } from '../../test/service.ts';
import { startProgram } from '../../test/start-program.ts';

const artifacts = testFolder();
await writeBuild(artifacts, '1.0.0');

function serve(...words: string[]) {
  const script = fileURLToPath(new URL('served.ts', import.meta.url));
  return spawnSync(process.execPath, ['--import', 'tsx', script, ...words], { encoding: 'utf8' });
}

test('a folder of it answers where no other packages are, and says how large it is', async () => {
  const out = join(testFolder(), 'served');
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

test('no folder is left half-way', () => {
  const parent = testFolder();
  const { status, stderr } = serve('/nowhere', join(parent, 'out'));
  assert.equal(status, 1);
  assert.match(stderr, /^error: nothing was written: \/nowhere\/manifest\.json is missing/);
  assert.deepEqual(readdirSync(parent), []);
});
