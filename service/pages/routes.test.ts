import assert from 'node:assert/strict';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fromArrayBuffer } from 'geotiff';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import type { Loaded } from '../server/loaded.ts';
import { testArtifact } from '../test/artifact.ts';
import { startTestService, testLoaded } from '../test/service.ts';
import { htmlPage } from './ui/charts/html-page.ts';

const artifacts = testFolder();
let buildFolder = artifacts;
const loaded: Loaded = { ...testLoaded(), pvYield: null };
const { base } = await startTestService({
  loaded,
  artifacts,
  buildFolder: () => buildFolder,
  baseUrl: 'https://sun.example',
});

/** The bytes as they are: fetch would unpack them, and add Cache-Control to a conditional request. */
async function get(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(base);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, resolve);
    sent.on('error', reject).end();
  });
  const body = await buffer(response);
  return { status: response.statusCode, headers: response.headers, body };
}

async function pageAssets(path: string): Promise<string[]> {
  const html = (await get(path)).body.toString();
  return [...html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(
    ([, address]) => address,
  );
}

test('the root is the explorer, in the requested language, with the map of the loaded dataset', async () => {
  const { status, headers, body } = await get('/?l=en&lat=59.6');
  assert.equal(status, 200);
  assert.equal(headers['content-language'], 'en');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /worker-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(headers['permissions-policy'], 'geolocation=(self)');
  assert.match(body.toString(), /<div id="explorer">/);
  assert.match(body.toString(), /"map":null/);
  loaded.pvYield = yieldDataset(testArtifact());
  const withMap = (await get('/?l=en')).body.toString();
  assert.match(withMap, /"map":\{"box":/);
});

test('every asset of a page is served with its type, and may be cached permanently', async () => {
  const types: (string | undefined)[] = [];
  for (const path of await pageAssets('/docs/api')) {
    const { status, headers, body } = await get(path);
    assert.equal(status, 200, path);
    assert.match(path, /^\/assets\/[a-z-]+\.[A-Za-z0-9]{8,}\.[a-z]+$/);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    types.push(headers['content-type']);
    assert.ok(body.byteLength > 100, path);
  }
  assert.deepEqual(types, [
    'image/svg+xml',
    ...Array(3).fill('text/css; charset=utf-8'),
    ...Array(2).fill('text/javascript; charset=utf-8'),
  ]);
});

test('pages and assets are compressed as the caller accepts, brotli first, with equal content', async () => {
  const script = (await pageAssets('/docs/api')).at(-1) ?? '';
  for (const path of ['/docs/api', script]) {
    const plain = await get(path);
    assert.equal(plain.headers['content-encoding'], undefined);
    const br = await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    const gzip = await get(path, { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.deepEqual(brotliDecompressSync(br.body), plain.body);
    assert.deepEqual(gunzipSync(gzip.body), plain.body);
    for (const { headers, body } of [plain, br, gzip]) {
      assert.match(headers.vary ?? '', /Accept-Encoding/);
      assert.equal(headers['content-length'], String(body.length));
      assert.equal(headers.etag, plain.headers.etag);
    }
  }
});

test("the API's pages are at most 60 kB compressed", async () => {
  for (const page of ['/docs/api', '/docs/api/postSimulation', '/docs/api/getSimulationMarket']) {
    let bytes = 0;
    for (const path of [page, ...(await pageAssets(page))]) {
      bytes += (await get(path, { 'accept-encoding': 'br' })).body.length;
    }
    assert.ok(bytes < 60_000, `${page} ${bytes}`);
  }
});

test('the policy allows only this origin, and nothing inline', async () => {
  assert.equal(
    (await get('/docs/api')).headers['content-security-policy'],
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'",
  );
});

test('the language is that of ?l=, then that of the browser, then Swedish', async () => {
  const languageOf = async (query: string, accept?: string) => {
    const answer = await get(`/docs/api${query}`, accept ? { 'accept-language': accept } : {});
    const [, lang] = /<html lang="(..)">/.exec(answer.body.toString()) ?? [];
    assert.equal(answer.headers['content-language'], lang);
    assert.match(answer.headers.vary ?? '', /Accept-Language/);
    return lang;
  };
  assert.equal(await languageOf(''), 'sv');
  assert.equal(await languageOf('', 'en-GB,en;q=0.9'), 'en');
  assert.equal(await languageOf('', 'sv;q=0.5, en;q=0.8'), 'en');
  assert.equal(await languageOf('', 'de'), 'sv');
  assert.equal(await languageOf('?l=en', 'sv'), 'en');
  assert.equal(await languageOf('?l=sv', 'en'), 'sv');
  assert.equal(await languageOf('?l=de', 'en'), 'en');
  assert.equal(await languageOf('?l=en&l=sv', 'en'), 'en');
});

test('links between the pages keep the chosen language', async () => {
  for (const path of ['/', '/docs', '/docs/api', '/docs/sdk']) {
    const html = (await get(`${path}?l=en`, { 'accept-language': 'sv' })).body.toString();
    const links = [...html.matchAll(/<a [^>]*href="(\/(?!api\/)[^"]*)"/g)].map(([, href]) => href);
    assert.ok(links.length >= 6, `${path}: ${links}`);
    for (const href of links.filter((href) => !href.endsWith('l=sv')))
      assert.match(href, /[?&;]l=en$/);
  }
});

test("/docs shows its calls with the service's address, in both languages, without a script", async () => {
  for (const language of ['sv', 'en']) {
    const { status, headers, body } = await get(`/docs?l=${language}`);
    const html = body.toString();
    assert.equal(status, 200);
    assert.match(html, /curl 'https:\/\/sun\.example\/api\/v1\/pv-yield\?lat=59\.33&amp;lng/);
    assert.doesNotMatch(
      html,
      /<script(?! type="(module" src="\/assets\/|application\/json"))|style=|undefined/,
    );
    assert.doesNotMatch(String(headers['content-security-policy']), /connect|unsafe/);
  }
});

test('/data serves the report about the dataset, compressed, and follows its file', async () => {
  const path = join(artifacts, 'report.html');
  const none = await get('/data');
  assert.equal(none.status, 404);
  assert.match(none.body.toString(), /make report/);
  const figures = '<p>1234</p>'.repeat(10_000);
  writeFileSync(path, htmlPage('en', 'Rapport', figures, []));
  utimesSync(path, 1, 1);
  const { status, headers, body } = await get('/data', { 'accept-encoding': 'br' });
  assert.equal(status, 200);
  assert.ok(body.length < 5000);
  const text = brotliDecompressSync(body).toString();
  assert.ok(text.includes(figures));
  assert.match(text, /<a href="\/data\?l=sv" aria-current="page">Data<\/a>/);
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
  );
  writeFileSync(path, 'second');
  assert.equal(
    (await get('/data', { 'if-none-match': headers.etag ?? '' })).body.toString(),
    'second',
  );
});

test('/data has the requested language and an ETag for each', async () => {
  const inEnglish = htmlPage('en', 'Provenance', '', []);
  writeFileSync(join(artifacts, 'report.html'), inEnglish);
  // As builds of earlier releases have it.
  assert.match((await get('/data?l=sv')).body.toString(), /<h1>Provenance</);
  const inSwedish = join(artifacts, 'report.sv.html');
  writeFileSync(inSwedish, htmlPage('sv', 'Ursprung', '', []));
  const [sv, en] = [await get('/data?l=sv'), await get('/data?l=en')];
  assert.match(sv.body.toString(), /<html lang="sv">[\s\S]*<h1>Ursprung</);
  assert.match(en.body.toString(), /<html lang="en">[\s\S]*<h1>Provenance</);
  assert.match(sv.headers.vary ?? '', /Accept-Language/);
  assert.match(sv.body.toString(), /href="\/data\?l=en" lang="en"/);
  assert.match(en.body.toString(), /href="\/data\?l=sv" lang="sv"/);
  const known = { 'if-none-match': en.headers.etag ?? '' };
  assert.equal((await get('/data?l=en', known)).status, 304);
  assert.equal((await get('/data?l=sv', known)).status, 200);
  assert.equal((await get('/data', { ...known, 'accept-language': 'en' })).status, 304);
  rmSync(inSwedish);
});

test('/data links to the dataset as a table and as maps, which have the same value in a cell', async () => {
  const table = '<table><tr><td>cells.csv, GeoTIFF: make export</td></tr></table>';
  writeFileSync(join(artifacts, 'report.html'), htmlPage('en', 'Files', table, []));
  const html = (await get('/data?l=en')).body.toString();
  const links = [...html.matchAll(/<a href="([^"]+\.(?:csv|tif))" download>([^<]+)/g)];
  assert.deepEqual(
    links.map(([, , text]) => text).filter((_, link) => [0, 1, 2, 13, 14].includes(link)),
    ['cells.csv', 'year', 'Jan', 'Dec', 'optimum'],
  );
  const [csv, , january] = await Promise.all(links.map(([, path]) => get(path)));
  assert.deepEqual(
    [csv.headers['content-type'], january.headers['content-type']],
    ['text/csv; charset=utf-8', 'image/tiff'],
  );
  const known = await get(links[2][1], { 'if-none-match': january.headers.etag ?? '' });
  assert.equal(known.status, 304);
  const [columns, first] = csv.body
    .toString()
    .split('\n', 2)
    .map((line) => line.split(','));
  const [lat, lng, wanted] = ['lat', 'lng', 'ghi_01_kwh_m2'].map((name) =>
    Number(first[columns.indexOf(name)]),
  );
  const image = await (await fromArrayBuffer(new Uint8Array(january.body).buffer)).getImage();
  const [west, north] = image.getOrigin();
  const [width, height] = image.getResolution();
  const [x, y] = [Math.floor((lng - west) / width), Math.floor((lat - north) / height)];
  const [pixels] = await image.readRasters({ window: [x, y, x + 1, y + 1] });
  assert.ok(Math.abs(Number((pixels as Float32Array)[0]) - wanted) < 0.001);
});

test('/data is about the build fetched from a store, not about the previous one', async () => {
  writeFileSync(join(artifacts, 'report.html'), htmlPage('en', 'Former', '', []));
  assert.match((await get('/data')).body.toString(), /<h1>Former</);
  buildFolder = testFolder();
  assert.equal((await get('/data')).status, 404);
  writeFileSync(join(buildFolder, 'report.html'), htmlPage('en', 'Fetched', '', []));
  assert.match((await get('/data')).body.toString(), /<h1>Fetched</);
  buildFolder = artifacts;
});

test('every page has the same navigation, with a link to itself in the other language', async () => {
  writeFileSync(join(artifacts, 'report.html'), htmlPage('en', 'Report', '', []));
  const texts = {
    sv: ['Räkna', 'Utvecklare', 'Data', 'English'],
    en: ['Calculator', 'Developers', 'Data', 'Svenska'],
  };
  const paths = ['/', '/docs', '/docs/api', '/docs/api/postSimulation', '/docs/sdk', '/data'];
  for (const path of [...paths, '/nosuch'])
    for (const language of ['sv', 'en'] as const) {
      const { body } = await get(`${path}?l=${language}`, { accept: 'text/html' });
      const [, nav = ''] = /<header class="site">.*?<nav [^>]*>(.*?)<\/nav>/s.exec(`${body}`) ?? [];
      const links = [...nav.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)];
      assert.deepEqual(
        links.map(([, , text]) => text),
        texts[language],
        path,
      );
      const other = language === 'sv' ? 'en' : 'sv';
      assert.equal(new URL(links[3][1], base + path).href, `${base}${path}?l=${other}`);
    }
});

test('only built assets are served', async () => {
  const names = ['', 'assets.json', 'theme.css', '..%2fmanifest.json', '%2e%2e/manifest.json'];
  for (const name of [...names, 'constructor', '__proto__']) {
    assert.equal((await get(`/assets/${name}`)).status, 404, name);
  }
});
