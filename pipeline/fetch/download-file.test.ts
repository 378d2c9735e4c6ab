import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { DownloadFile } from '../../schemas/types.ts';
import { seededRandom } from '../seeded-random.ts';
import { downloadFile } from './download-file.ts';
import { writeOrigin } from './part-file.ts';
import { type TestServer, testServer, testWeb } from './test-server.ts';

const random = seededRandom(7);
const CONTENT = Buffer.from(Array.from({ length: 200_000 }, () => Math.floor(256 * random())));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const HALF = 100_000;
const TAG = '"v1"';

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

/** The whole file, or from where the request wants it. */
function serveRangeOf(content: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const first = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) {
    response.writeHead(200, { etag: TAG, 'content-length': content.length }).end(content);
  } else if (first >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  } else {
    const range = `bytes ${first}-${content.length - 1}/${content.length}`;
    response.writeHead(206, { etag: TAG, 'content-range': range }).end(content.subarray(first));
  }
}

const serveRange = (request: IncomingMessage, response: ServerResponse) =>
  serveRangeOf(CONTENT, request, response);

/** Announces the whole file, sends half of it and hangs up when that is on disk. */
function cutInTheMiddle(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-length': CONTENT.length, ...headers });
  response.write(CONTENT.subarray(0, HALF));
  const timer = setInterval(() => {
    if (!existsSync(`${target}.part`) || statSync(`${target}.part`).size < HALF) return;
    clearInterval(timer);
    response.destroy();
  }, 2);
}

function leavePart(content: Buffer, validator: string | null, url = `${server.base}/a.tif`): void {
  writeFileSync(`${target}.part`, content);
  writeOrigin(target, { url, validator });
}

function assertWhole(): void {
  assert.ok(readFileSync(target).equals(CONTENT));
  assert.deepEqual(readdirSync(folder), ['a.tif']);
}
const ranges = () => server.requests.map(({ headers }) => headers.range);

test('a file arrives whole, by its hash and size, and nothing else stays', async () => {
  server.handle(serveRange);
  const record = await download(pinned());
  assert.deepEqual(record, { path: 'a.tif', bytes: CONTENT.length, sha256: SHA256 });
  assertWhole();
  assert.equal(server.requests[0].headers['accept-encoding'], 'identity');
});

test('a cut connection is continued where it broke, if the content is the same', async () => {
  server.handle((request, response, count) => {
    if (count === 1) cutInTheMiddle(response, { etag: TAG });
    else serveRange(request, response);
  });
  const web = testWeb();
  await download(pinned(), web);
  assertWhole();
  assert.deepEqual(ranges(), [undefined, `bytes=${HALF}-`]);
  assert.equal(server.requests[1].headers['if-range'], TAG);
  assert.deepEqual(web.waits, [1000]);
});

test('of a weak tag and a date, the date is what the rest depends on', async () => {
  const date = 'Wed, 21 Oct 2015 07:28:00 GMT';
  server.handle((request, response, count) => {
    if (count === 1) cutInTheMiddle(response, { etag: 'W/"v1"', 'last-modified': date });
    else serveRange(request, response);
  });
  await download(unpinned());
  assertWhole();
  assert.equal(server.requests[1].headers['if-range'], date);
});

test('without a hash and without a validator an interrupted file is begun again', async () => {
  server.handle((request, response, count) => {
    if (count === 1) cutInTheMiddle(response);
    else serveRange(request, response);
  });
  await download(unpinned());
  assertWhole();
  assert.deepEqual(ranges(), [undefined, undefined]);
});

test('a server that ignores Range is read from zero', async () => {
  server.handle((_, response, count) => {
    if (count === 1) cutInTheMiddle(response, { etag: TAG });
    else response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
  });
  await download(pinned());
  assertWhole();
  assert.deepEqual(ranges(), [undefined, `bytes=${HALF}-`]);
});

test('a 206 that begins elsewhere is not added to the part', async () => {
  leavePart(CONTENT.subarray(0, HALF), TAG);
  server.handle((request, response) => {
    if (!request.headers.range) return serveRange(request, response);
    const range = `bytes 0-${CONTENT.length - 1}/${CONTENT.length}`;
    response.writeHead(206, { 'content-range': range }).end(CONTENT);
  });
  await download(pinned());
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`, undefined]);
});

test('a 206 of other content, from a server that ignores If-Range, is not added', async () => {
  leavePart(Buffer.alloc(HALF, 1), '"v0"');
  server.handle(serveRange);
  await download(unpinned());
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`, undefined]);
});

test('a part of other content shows in the hash, and the file is begun again', async () => {
  leavePart(Buffer.alloc(HALF, 1), null);
  server.handle(serveRange);
  await download(pinned());
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`, undefined]);
});

test('a part from another address is continued only under a pinned hash', async () => {
  leavePart(CONTENT.subarray(0, HALF), TAG, 'https://elsewhere.org/a.tif');
  server.handle(serveRange);
  await download(pinned());
  assert.deepEqual(ranges(), [`bytes=${HALF}-`]);
  assert.equal(server.requests[0].headers['if-range'], undefined);
  rmSync(target);
  leavePart(CONTENT.subarray(0, HALF), TAG, 'https://elsewhere.org/a.tif');
  server.requests.length = 0;
  await download(unpinned());
  assert.deepEqual(ranges(), [undefined]);
  assertWhole();
});

test('a complete part is taken without asking when its size is pinned', async () => {
  leavePart(CONTENT, null);
  server.handle(serveRange);
  await download(pinned());
  assertWhole();
  assert.equal(server.requests.length, 0);
});

test('416 on a complete part means that it is complete', async () => {
  leavePart(CONTENT, TAG);
  server.handle(serveRange);
  await download(unpinned());
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${CONTENT.length}-`]);
});

test('416 on a part that is too long means starting over', async () => {
  leavePart(Buffer.concat([CONTENT, CONTENT]), TAG);
  server.handle(serveRange);
  await download(unpinned());
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${2 * CONTENT.length}-`, undefined]);
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

test('500 for ever is given up, and the part kept', async () => {
  leavePart(CONTENT.subarray(0, HALF), TAG);
  server.handle((_, response) => response.writeHead(500).end());
  await assert.rejects(download(pinned()), /answers 500\. Gave up after 6 attempts; run again/);
  assert.equal(server.requests.length, 6);
  assert.ok(!existsSync(target));
  assert.equal(readFileSync(`${target}.part`).length, HALF);
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
    response.write(CONTENT.subarray(0, HALF));
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

test('a body that falls silent is cut off and continued', async () => {
  server.handle((request, response, count) => {
    if (count > 1) return serveRange(request, response);
    response.writeHead(200, { 'content-length': CONTENT.length, etag: TAG });
    response.write(CONTENT.subarray(0, HALF));
  });
  const web = { ...testWeb(), idleMs: 200 };
  await download(pinned(), web);
  assertWhole();
  assert.deepEqual(ranges(), [undefined, `bytes=${HALF}-`]);
});

test('a slow body that keeps coming is not cut off', async () => {
  server.handle((_, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    let sent = 0;
    const timer = setInterval(() => {
      response.write(CONTENT.subarray(sent, sent + 20_000));
      sent += 20_000;
      if (sent >= CONTENT.length) {
        clearInterval(timer);
        response.end();
      }
    }, 50);
  });
  const web = { ...testWeb(), idleMs: 400, answerMs: 400 };
  await download(pinned(), web);
  assertWhole();
  assert.deepEqual(server.requests.length, 1);
});

test('a server that never answers is given up with the reason', async () => {
  server.handle(() => undefined);
  const web = { ...testWeb(), answerMs: 20 };
  await assert.rejects(download(pinned(), web), /no answer within 0\.02 s\. Gave up after 6/);
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

test('bytes are told as they come, from where the part ended', async () => {
  leavePart(CONTENT.subarray(0, HALF), TAG);
  server.handle(serveRange);
  const told: [number, number, number | null][] = [];
  await downloadFile(pinned(), target, testWeb(), (...bytes) => told.push(bytes));
  assert.deepEqual(told[0], [HALF, HALF, CONTENT.length]);
  assert.deepEqual(told.at(-1), [HALF, CONTENT.length, CONTENT.length]);
});
