import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { writeDataset } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { writeCells } from '../../../pipeline/dataset/cells/write-cells.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { open } from '../../pages/lookup/lookup.ts';
import { BUILT } from '../../pages/server/assets.ts';
import { testArtifact } from '../../test/artifact.ts';
import { serveFolder, withoutNginx } from '../../test/file-server.ts';
import { writeStaticFolder } from './static-folder.ts';

const folder = testFolder();
const artifacts = join(folder, 'artifacts');
const site = join(folder, 'site');
const ROOF = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };

before(async () => {
  mkdirSync(artifacts);
  writeDataset(join(artifacts, 'pv-yield.bin'), testArtifact());
  await writeCells(join(artifacts, 'pv-yield.bin'), join(artifacts, 'cells.bin'));
  await writeStaticFolder(artifacts, BUILT, site);
});

test('what is newest is named by its content, and each way of it answers', {
  skip: withoutNginx,
}, async () => {
  const server = await serveFolder(site, { lines: readFileSync(join(site, 'nginx.conf'), 'utf8') });
  after(() => server.stop());
  const newest = await fetch(`${server.base}/data/current.json`);
  assert.equal(newest.headers.get('cache-control'), 'public, max-age=60');
  const current = JSON.parse(await newest.text());
  assert.equal(current.cells, `cells.${current.digest.slice(0, 16)}.bin`);
  assert.equal(current.prices, undefined);
  const expected = await (await open(readFileSync(join(artifacts, 'cells.bin')))).lookup(ROOF);
  for (const name of [current.cells, current.head]) {
    const sun = await open(`${server.base}/data/${name}`, { digest: current.digest });
    assert.deepEqual(await sun.lookup(ROOF), expected);
  }
  const data = await fetch(`${server.base}/data/${current.cells}`, {
    headers: { range: 'bytes=0-7' },
  });
  assert.equal(data.status, 206);
  assert.match(data.headers.get('cache-control') ?? '', /immutable, no-transform/);
  assert.equal(data.headers.get('access-control-allow-origin'), '*');
  const module = await fetch(`${server.base}/sdk/lookup.mjs`);
  assert.equal(module.headers.get('content-type'), 'text/javascript');
  assert.equal(module.headers.get('content-encoding'), 'gzip');
  assert.match(await module.text(), /open/);
});

test('what is missing is named', async () => {
  await assert.rejects(
    writeStaticFolder(folder, BUILT, join(folder, 'x')),
    /cells\.bin is missing/,
  );
  const nowhere = join(folder, 'nowhere');
  await assert.rejects(
    writeStaticFolder(artifacts, nowhere, join(folder, 'y')),
    /make artifacts pages/,
  );
  assert.ok(!existsSync(join(folder, 'y', 'sdk', 'lookup.mjs')));
});
