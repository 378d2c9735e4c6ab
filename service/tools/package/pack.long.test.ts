/** The package as `make package` packs it, started by npx in an empty folder without a registry. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { startProgram } from '../../test/start-program.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const ROOF = '/api/v1/pv-yield?lat=59.13&lng=15.29&tilt=40&azimuth=180';

test('npx serves what pack.ts packed', async () => {
  const [artifacts, folder] = [testFolder(), testFolder()];
  await writeBuild(artifacts, '7.8.9');
  const pack = ['--import', 'tsx', 'service/tools/package/pack.ts', artifacts, folder];
  const said = execFileSync(process.execPath, pack, { cwd: PROJECT, encoding: 'utf8' });
  const name = readdirSync(folder).find((each) => each.endsWith('.tgz'));
  assert.ok(name && said.includes(name), said);
  const env = {
    npm_config_cache: join(folder, '.npm'),
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_offline: 'true',
  };
  const words = ['-c', `cd ${folder} && exec setsid npx --yes ./${name} serve --port 0`];
  const { base, pid } = await startProgram(words, { node: 'bash', env });
  try {
    const answer = await fetch(base + ROOF);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /"version":"7\.8\.9"/);
    assert.equal((await fetch(`${base}/`)).status, 200);
    assert.equal((await fetch(`${base + ROOF}&tilt=91`)).status, 422);
  } finally {
    process.kill(-pid, 'SIGINT');
  }
});
