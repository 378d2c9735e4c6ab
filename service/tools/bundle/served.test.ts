/** What `make served` puts into a folder; that nothing else is needed, image.long.test.ts of deploy shows. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { PROJECT } from '../../test/default-dataset.ts';
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

test('make served and make static check OUT before they build anything', () => {
  const taken = testFolder();
  for (const target of ['served', 'static']) {
    for (const [out, said] of [
      ['', `error: OUT is not set. Name a new folder: make ${target} OUT=folder`],
      [taken, `error: ${taken} exists already. Name a new folder: make ${target} OUT=folder`],
    ]) {
      const words = ['-s', target, `OUT=${out}`];
      const { status, stdout, stderr } = spawnSync('make', words, {
        cwd: PROJECT,
        encoding: 'utf8',
      });
      assert.equal(status, 2);
      assert.equal(stderr.split('\n')[0], said);
      assert.equal(stdout, '');
    }
  }
});

test('no folder is written over, and none is left half-way', () => {
  const parent = testFolder();
  writeFileSync(join(parent, 'kept'), 'x');
  for (const [words, said] of [
    [[artifacts], /^error: nothing was written: OUT says where to/],
    [[artifacts, parent], /^error: nothing was written: \/.* is there already/],
    [
      ['/nowhere', join(parent, 'out')],
      /^error: nothing was written: \/nowhere\/manifest\.json is missing/,
    ],
  ] as const) {
    const { status, stderr } = serve(...words);
    assert.equal(status, 1);
    assert.match(stderr, said);
  }
  assert.deepEqual(readdirSync(parent), ['kept']);
});
