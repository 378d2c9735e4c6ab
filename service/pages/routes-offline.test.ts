import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import express from 'express';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { yieldDataset } from '../api/yield/dataset.ts';
import { testArtifact } from '../test/artifact.ts';
import { keepPage } from './browser/offline/kept-page.ts';
import { pageRoutes } from './routes.ts';

const loaded = { pvYield: yieldDataset(testArtifact()), prices: null };
const server = createServer(
  express()
    .disable('etag')
    .use((await pageRoutes({ loaded, artifacts: testFolder(), baseUrl: '' })).routes),
);
let base = '';

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(() => {
  server.close();
  server.closeAllConnections();
});

test('the service worker’s name stays, and it is asked for again', async () => {
  const answer = await fetch(`${base}/offline.js`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(answer.headers.get('cache-control'), 'no-cache');
  assert.match(
    answer.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; connect-src 'self'/,
  );
  const again = await fetch(`${base}/offline.js`, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
  assert.equal((await fetch(`${base}/offline.js`, { method: 'POST' })).status, 405);
});

test('a page is kept with all that it names, without what it says of its roof, and says where it is from', async () => {
  const address = `${base}/?l=en`;
  const html = await (await fetch(address)).text();
  assert.match(html, /<p class="panel" id="kept" hidden>[^<]* version [\d.]+ of \d{4}-\d\d-\d\d\./);
  const kept = keepPage(html, address);
  assert.match(kept.html, /<p class="panel" id="kept">/);
  assert.doesNotMatch(kept.html, /class="verdict"/);
  const [, worker] = /"localUrl":"\?([^"]+)"/.exec(kept.html) ?? [];
  assert.ok(kept.files.includes(base + worker));
  for (const name of ['explorer', 'start-local', 'theme', 'places', 'meter-file', 'surroundings'])
    assert.ok(
      kept.files.some((file) => file.startsWith(`${base}/assets/${name}.`)),
      name,
    );
  for (const file of kept.files) assert.equal((await fetch(file)).status, 200, file);
});

test('addresses of a file server’s page are relative to it, and its cells are not kept whole', () => {
  const html = `<p id="kept" hidden></p>{"cells":{"url":"../data/cells.1.bin","digest":"0a1b"},"localUrl":"../assets/w.1.js"}`;
  const kept = keepPage(html, 'https://sun.example/site/sv/');
  assert.deepEqual(kept, {
    html: `<p id="kept"></p>{"cells":{"url":"../data/cells.1.bin","digest":"0a1b"},"localUrl":"?../assets/w.1.js"}`,
    files: ['https://sun.example/site/assets/w.1.js'],
    cells: { url: 'https://sun.example/site/data/cells.1.bin', digest: '0a1b' },
  });
});

test('another page, and one without data, is not kept', () => {
  assert.throws(() => keepPage('<h1>Sign in to this network</h1>', 'https://sun.example/?l=sv'), {
    message: 'https://sun.example/?l=sv has nothing to keep.',
  });
});
