/** Downloads from the first byte: what is taken, tried again, and refused. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { DownloadFile } from '../../schemas/types.ts';
import { CONTENT, SHA256, serveRange, serveRangeOf } from './content.test-kit.ts';
import { downloadFile } from './download-file.ts';
import { type TestServer, testServer, testWeb } from './server.test-kit.ts';

let server: TestServer;
let folder: string;
let target: string;

before(async () => {
  server = await testServer();
});
after(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'download-'));
  target = join(folder, 'a.tif');
});
afterEach(() => rmSync(folder, { recursive: true }));

function pinned(path = '/a.tif'): DownloadFile {
  return { url: server.base + path, path: 'a.tif', sha256: SHA256, bytes: CONTENT.length };
}
function unpinned(): DownloadFile {
  return { url: `${server.base}/a.tif`, path: 'a.tif' };
}
const download = (file: DownloadFile, web = testWeb()) =>
  downloadFile(file, target, web, () => undefined);

function assertWhole(): void {
  assert.ok(readFileSync(target).equals(CONTENT));
  assert.deepEqual(readdirSync(folder), ['a.tif']);
}

test('a file arrives whole, by its hash and size, and nothing else stays', async () => {
  server.handle(serveRange);
  const record = await download(pinned());
  assert.deepEqual(record, { path: 'a.tif', bytes: CONTENT.length, sha256: SHA256 });
  assertWhole();
  assert.equal(server.requests[0].headers['accept-encoding'], 'identity');
});

test('429 is waited out as Retry-After says, in seconds or until a date', async () => {
  const web = testWeb();
  server.handle((request, response, count) => {
    const date = new Date(web.now() + 40_000).toUTCString();
    if (count === 1) response.writeHead(429, { 'retry-after': '30' }).end('slow down');
    else if (count === 2) response.writeHead(503, { 'retry-after': date }).end();
    else serveRange(request, response);
  });
  await download(pinned(), web);
  assertWhole();
  assert.deepEqual(web.waits, [30_000, 40_000]);
});

test('500 is tried again', async () => {
  server.handle((request, response, count) => {
    if (count <= 2) response.writeHead(count === 1 ? 500 : 529).end();
    else serveRange(request, response);
  });
  const web = testWeb();
  await download(pinned(), web);
  assertWhole();
  assert.deepEqual(web.waits, [1000, 2000]);
});

test('404 is not tried again', async () => {
  server.handle((_, response) => response.writeHead(404).end());
  const web = testWeb();
  await assert.rejects(download(pinned(), web), /a\.tif: answers 404\. Correct the url of a\.tif/);
  assert.deepEqual(web.waits, []);
});

test('an answer without content is no file', async () => {
  server.handle((_, response) => response.writeHead(204).end());
  await assert.rejects(download(unpinned()), /answers 204/);
  assert.ok(!existsSync(target));
});

test('another announced length is refused before a byte is read', async () => {
  server.handle((_, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length + 1 });
    response.end(Buffer.concat([CONTENT, Buffer.alloc(1)]));
  });
  await assert.rejects(
    download(pinned()),
    /has 200001 bytes, expected 200000 for a\.tif\. The file at the source changed/,
  );
  assert.ok(!existsSync(target));
});

test('more than the pinned bytes, unannounced, is stopped', async () => {
  server.handle((_, response) => {
    response.write(CONTENT);
    response.end(CONTENT);
  });
  await assert.rejects(download(pinned()), /is longer than the 200000 bytes expected/);
  assert.ok(!existsSync(target));
});

test('less than the pinned bytes, unannounced, is refused', async () => {
  server.handle((_, response) => {
    response.write(CONTENT.subarray(0, 100_000));
    response.end();
  });
  await assert.rejects(download(pinned()), /sent 100000 bytes with sha256 .*expected 200000 bytes/);
  assert.ok(!existsSync(target));
});

test('other content of the right size is refused by its hash and not kept', async () => {
  const other = Buffer.alloc(CONTENT.length, 3);
  server.handle((request, response) => serveRangeOf(other, request, response));
  await assert.rejects(
    download(pinned()),
    /sha256 [0-9a-f]{64}, expected 200000 bytes with sha256/,
  );
  assert.equal(server.requests.length, 1);
  assert.deepEqual(readdirSync(folder), []);
});

test('five redirects are followed, six and a loop are not', async () => {
  server.handle((request, response) => {
    const hop = Number(request.url?.slice(1));
    if (hop === 0) serveRange(request, response);
    else response.writeHead([301, 302, 303, 307, 308][hop % 5], { location: `/${hop - 1}` }).end();
  });
  await download(pinned('/5'));
  assertWhole();
  rmSync(target);
  await assert.rejects(download(pinned('/6')), /redirects more than 5 times/);
  server.handle((_, response) => response.writeHead(302, { location: '/loop' }).end());
  await assert.rejects(
    download(pinned('/loop')),
    /redirects more than 5 times, at last to .*\/loop/,
  );
});

test('a slow body that keeps coming is not cut off', async () => {
  const PIECE = 20_000;
  const web = { ...testWeb(), idleMs: 400, answerMs: 400 };
  let body: ServerResponse | undefined;
  server.handle((_, response) => {
    body = response.writeHead(200, { 'content-length': CONTENT.length });
    body.write(CONTENT.subarray(0, PIECE));
  });
  await downloadFile(pinned(), target, web, (_, bytes) => {
    if (bytes === 0 || bytes % PIECE > 0 || bytes === CONTENT.length) return;
    // a turn later, when the alarm for the next piece is set
    setImmediate(() => {
      web.elapse(300);
      body?.write(CONTENT.subarray(bytes, bytes + PIECE));
      if (bytes === CONTENT.length - PIECE) body?.end();
    });
  });
  assertWhole();
  assert.deepEqual(server.requests.length, 1);
});

test('a server that never answers is given up with the reason', async () => {
  const web = testWeb();
  server.handle(() => web.elapse(web.answerMs));
  await assert.rejects(download(pinned(), web), /no answer within 30 s\. Gave up after 6/);
});

test('a server that is not there is given up with the reason', async () => {
  const gone = await testServer();
  await gone.close();
  const file = { ...pinned(), url: `${gone.base}/a.tif` };
  await assert.rejects(download(file), /fetch failed: .*ECONNREFUSED.*Gave up after 6 attempts/);
});

test('a compressed answer to a request for the plain file is refused', async () => {
  server.handle((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(CONTENT));
  });
  await assert.rejects(download(pinned()), /content encoding gzip, expected the plain file/);
  assert.ok(!existsSync(target));
});
