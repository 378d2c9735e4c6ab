import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { open } from '../../pages/sdk/lookup/lookup.ts';
import { BUILT } from '../../pages/server/assets.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { type FileServer, serveFolder } from '../../test/file-server.ts';
import { withoutNginx } from '../../test/nginx.ts';
import { writeStaticFolder } from './static-folder.ts';
import { writeCompressed } from './write-compressed.ts';

const folder = testFolder();
const artifacts = join(folder, 'artifacts');
const site = join(folder, 'site');
let server: FileServer;
const ROOF = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };

before(async () => {
  await writeBuild(artifacts, '1.0.0');
  rmSync(join(artifacts, 'prices.bin'));
  await writeStaticFolder(artifacts, BUILT, site);
  if (withoutNginx) return;
  server = await serveFolder(site, { lines: readFileSync(join(site, 'nginx.conf'), 'utf8') });
});
after(() => server?.stop());

test('the yields are named by their content, and answer by ranges', {
  skip: withoutNginx,
}, async () => {
  const [yields] = readdirSync(join(site, 'data'));
  const own = await open(readFileSync(join(artifacts, 'pv-yield.bin')));
  assert.equal(yields, `pv-yield.${own.digest.slice(0, 16)}.bin`);
  const sun = await open(`${server.base}/data/${yields}`, { digest: own.digest });
  assert.deepEqual(await sun.lookup(ROOF), await own.lookup(ROOF));
  const data = await fetch(`${server.base}/data/${yields}`, { headers: { range: 'bytes=0-7' } });
  assert.equal(data.status, 206);
  assert.match(data.headers.get('cache-control') ?? '', /immutable, no-transform/);
  assert.equal(data.headers.get('access-control-allow-origin'), '*');
  const pinned = readdirSync(join(site, 'sdk')).find((name) => /^lookup\.\w{10}\.mjs$/.test(name));
  const forEver = await fetch(`${server.base}/sdk/${pinned}`);
  assert.equal(forEver.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(forEver.headers.get('content-type'), 'text/javascript');
  assert.match(
    readFileSync(join(site, '_headers'), 'utf8'),
    new RegExp(`/sdk/${pinned}\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, im`),
  );
  const module = await fetch(`${server.base}/sdk/lookup.mjs`);
  assert.equal(module.headers.get('cache-control'), 'public, max-age=3600');
  assert.equal(module.headers.get('content-type'), 'text/javascript');
  assert.equal(module.headers.get('content-encoding'), 'gzip');
  assert.match(await module.text(), /open/);
});

test('pages come compressed, and are revalidated', { skip: withoutNginx }, async () => {
  await writeCompressed(join(site, 'sv/index.html'), '<!doctype html>'.repeat(99));
  const { headers } = await fetch(`${server.base}/sv/`);
  assert.equal(headers.get('content-encoding'), 'gzip');
  assert.equal(headers.get('vary'), 'Accept-Encoding');
  assert.equal(headers.get('cache-control'), 'no-cache');
});

test('the code of the documentation looks a roof up', { skip: withoutNginx }, async () => {
  const recipe = new URL('../../pages/sdk/recipes/lookup.mjs', import.meta.url);
  const code = readFileSync(recipe, 'utf8')
    .replace('https://data.example/sdk', pathToFileURL(join(site, 'sdk')).href)
    .replaceAll('https://data.example', server.base)
    .replace('pv-yield.bin', readdirSync(join(site, 'data'))[0])
    .replace('lat: 59.33, lng: 18.07', 'lat: 59.13, lng: 15.29');
  writeFileSync(join(folder, 'recipe.mjs'), code);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'recipe.mjs')]);
  const sun = await open(readFileSync(join(artifacts, 'pv-yield.bin')));
  const { annual_kwh } = await sun.lookup({ ...ROOF, kwp: 10 });
  assert.equal(Number.parseFloat(stdout), annual_kwh);
});

test('what is missing is named', async () => {
  await assert.rejects(
    writeStaticFolder(folder, BUILT, join(folder, 'x')),
    /pv-yield\.bin is missing/,
  );
  const nowhere = join(folder, 'nowhere');
  await assert.rejects(
    writeStaticFolder(artifacts, nowhere, join(folder, 'y')),
    /make artifacts pages/,
  );
  assert.ok(!existsSync(join(folder, 'y', 'sdk', 'lookup.mjs')));
});
