/** Publish, rollback: a static folder on a file server and a client of it follow, and a client of the store itself. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeCells } from '../../../pipeline/dataset/cells/write-cells.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { open } from '../../pages/lookup/lookup.ts';
import { publish, startStore } from '../../server/artifacts/s3-store.test-kit.ts';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { serveFolder, withoutNginx } from '../../test/file-server.ts';
import { until } from '../../test/service.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const ROOF = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };
/** How long a client takes the pointer as it was. */
const KNOWN_MS = 60_000;
const root = testFolder();
const [A, B, out] = ['a', 'b', 'site'].map((name) => join(root, name));

/** Writes a build, and what its yields answer for the roof. */
async function writeBoth(folder: string, version: string, more: number): Promise<number> {
  const dataset = testArtifact();
  for (let i = 0; i < dataset.yield.length; i++) dataset.yield[i] += more;
  await writeBuild(folder, version, dataset);
  await writeCells(join(folder, 'pv-yield.bin'), join(folder, 'cells.bin'));
  const sun = await open(readFileSync(join(folder, 'cells.bin')));
  return (await sun.lookup(ROOF)).annual_kwh_kwp;
}

test('a static folder and clients go on to B and back to A', { skip: withoutNginx }, async (t) => {
  const [atA, atB] = [await writeBoth(A, '1.0.0', 0), await writeBoth(B, '1.1.0', 9)];
  assert.notEqual(atA, atB);
  const s3 = await startStore('kept');
  const env = { ...process.env, ...s3.env };
  const run = ['--import', 'tsx'];
  const program = 'service/tools/static/follow.ts';
  const follower = spawn(process.execPath, [...run, program, join(root, 'kept'), out], {
    cwd: PROJECT,
    env,
    stdio: 'ignore',
  });
  after(() => follower.kill());
  assert.equal((await publish(s3, A)).status, 0);
  const named = () => {
    try {
      return JSON.parse(readFileSync(join(out, 'data/current.json'), 'utf8')).dataset;
    } catch {
      return undefined;
    }
  };
  await until(() => named() === '1.0.0', 'the folder is there');
  const server = await serveFolder(out, { lines: readFileSync(join(out, 'nginx.conf'), 'utf8') });
  after(() => server.stop());
  const clients = [
    await open(`${server.base}/data/current.json`),
    await open(`${s3.url}/current.json`),
  ];
  const answers = () =>
    Promise.all(clients.map(async (sun) => (await sun.lookup(ROOF)).annual_kwh_kwp));
  assert.deepEqual(await answers(), [atA, atA]);

  let aheadMs = 0;
  const followed = async (dataset: string, expected: number) => {
    const beganMs = performance.now();
    await until(() => named() === dataset, `the folder has ${dataset}`);
    t.diagnostic(`${dataset}: ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
    aheadMs += KNOWN_MS;
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + aheadMs });
    assert.deepEqual(await answers(), [expected, expected]);
    t.mock.timers.reset();
    const page = await (await fetch(`${server.base}/sv/`)).text();
    const [, cells] = /data\/(cells\.\w+\.bin)/.exec(page) ?? [];
    assert.equal(
      (await fetch(`${server.base}/data/${cells}`)).status,
      200,
      'a page finds its data',
    );
    const report = await (await fetch(`${server.base}/sv/data/`)).text();
    assert.ok(report.includes(dataset), 'the report is of the build');
    const sun = await open(`${server.base}/data/${cells}`);
    assert.equal((await sun.lookup(ROOF)).annual_kwh_kwp, expected);
  };
  assert.equal((await publish(s3, B)).status, 0);
  await followed('1.1.0', atB);
  const rollback = spawn(process.execPath, [...run, 'service/server/artifacts/rollback.ts'], {
    cwd: PROJECT,
    env,
  });
  await until(() => rollback.exitCode !== null, 'rolled back');
  assert.equal(rollback.exitCode, 0);
  await followed('1.0.0', atA);
});
