/** Downloads: what is taken, continued, begun again and refused. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { DownloadFile } from '../../schemas/types.ts';
import { fetchClient } from './client.ts';
import { fetchFile } from './fetch-file.ts';
import { CONTENT, quickClient, SHA256, serverAndFolder, testOutput } from './server.test-kit.ts';

const TAG = '"v1"';
const HALF = 100_000;

const { server, folder } = await serverAndFolder();
const target = join(folder, 'a.tif');
const part = `${target}.part`;
const UNPINNED: DownloadFile = { url: `${server.base}/a.tif`, path: 'a.tif' };
const PINNED: DownloadFile = { ...UNPINNED, sha256: SHA256, bytes: CONTENT.length };

async function download(file: DownloadFile, client = quickClient) {
  const output = testOutput();
  await fetchFile(file, folder, client, output);
  return output;
}

function assertWhole(): void {
  assert.ok(readFileSync(target).equals(CONTENT));
  assert.deepEqual(readdirSync(folder), ['a.tif']);
}
const ranges = () => server.requests.map(({ headers }) => headers.range);

/** Sends all of it, or from where the request wants it. */
function serveRange(request: IncomingMessage, response: ServerResponse): void {
  const first = Number(/^bytes=(\d+)-\d*$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) {
    response.writeHead(200, { etag: TAG, 'content-length': CONTENT.length }).end(CONTENT);
  } else if (first >= CONTENT.length) {
    response.writeHead(416, { 'content-range': `bytes */${CONTENT.length}` }).end();
  } else {
    const range = `bytes ${first}-${CONTENT.length - 1}/${CONTENT.length}`;
    response.writeHead(206, { etag: TAG, 'content-range': range }).end(CONTENT.subarray(first));
  }
}

/** Announces the whole file, sends half of it and hangs up when that is on disk. */
function cutInTheMiddle(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': CONTENT.length, etag: TAG });
  response.write(CONTENT.subarray(0, HALF));
  const timer = setInterval(() => {
    if (!existsSync(part) || statSync(part).size < HALF) return;
    clearInterval(timer);
    response.destroy();
  }, 2);
}

test('a pinned file arrives whole, and the next time without a request', async () => {
  server.handle(serveRange);
  const { lines, stages } = await download(PINNED);
  assert.deepEqual(lines, ['a.tif: downloaded, 200000 bytes']);
  assert.deepEqual(stages.at(-1), ['a.tif (0.2 MB)', 1]);
  assertWhole();
  assert.equal(server.requests[0].headers['accept-encoding'], 'identity');
  assert.deepEqual((await download(PINNED)).lines, ['a.tif: up to date, 200000 bytes']);
  assert.equal(server.requests.length, 1);
});

// undici 7.26 to 7.30 end the process here, while the disk is behind (github.com/nodejs/undici/issues/5360).
test('a server that closes the connection behind each large file is read whole', async () => {
  const large = Buffer.alloc(8_000_000, 'sun');
  server.handle((_, response) => {
    response.writeHead(200, { connection: 'close', 'content-length': large.length }).end(large);
  });
  for (let i = 0; i < 5; i++) await download({ ...UNPINNED, path: `large-${i}.tif` });
  assert.ok(readFileSync(join(folder, 'large-4.tif')).equals(large));
});

test('the hash of an unpinned file is printed as it is written, now and later', async () => {
  server.handle(serveRange);
  const pin = `. Pin it: "sha256": "${SHA256}", "bytes": 200000`;
  assert.deepEqual((await download(UNPINNED)).lines, [`a.tif: downloaded, 200000 bytes${pin}`]);
  assert.deepEqual((await download(UNPINNED)).lines, [`a.tif: up to date, 200000 bytes${pin}`]);
});

test('what is there with another hash is an error and stays', async () => {
  writeFileSync(target, 'mine');
  await assert.rejects(
    download(PINNED),
    /is there with 4 bytes and sha256 [0-9a-f]{64}, expected 200000 bytes with sha256 .*Remove it/,
  );
  assert.equal(readFileSync(target, 'utf8'), 'mine');
  assert.equal(server.requests.length, 0);
});

/** Answers that are no file, and the sentence about each. */
const REFUSED: [what: string, answer: (response: ServerResponse) => unknown, problem: RegExp][] = [
  ['404', (response) => response.writeHead(404).end(), /a\.tif: answers 404\. Correct the url of/],
  ['204', (response) => response.writeHead(204).end(), /answers 204/],
  [
    'another announced length',
    (response) => response.writeHead(200, { 'content-length': HALF }).end(CONTENT.subarray(HALF)),
    /has 100000 bytes, expected 200000 for a\.tif\. The file at the source changed/,
  ],
  [
    'more than the pinned bytes, unannounced',
    (response) => [response.write(CONTENT), response.end(CONTENT)],
    /is longer than the 200000 bytes expected/,
  ],
  [
    'less than the pinned bytes, unannounced',
    (response) => [response.write(CONTENT.subarray(HALF)), response.end()],
    /sent 100000 bytes with sha256 .*expected 200000 bytes/,
  ],
  [
    'a compressed answer',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(CONTENT)),
    /content encoding gzip, expected the plain file/,
  ],
];
for (const [what, answer, problem] of REFUSED) {
  test(`${what} is refused`, async () => {
    server.handle((_, response) => void answer(response));
    await assert.rejects(download(PINNED), problem);
    assert.ok(!existsSync(target));
  });
}

test('other content of the right size is refused by its hash and not stored', async () => {
  const other = Buffer.alloc(CONTENT.length, 3);
  server.handle((_, response) => {
    response.writeHead(200, { 'content-length': other.length }).end(other);
  });
  await assert.rejects(download(PINNED), /sha256 [0-9a-f]{64}, expected 200000 bytes with sha256/);
  assert.equal(server.requests.length, 1);
  assert.deepEqual(readdirSync(folder), []);
});

test('a cut connection is continued where it broke, if the content is the same', async () => {
  server.handle((request, response, count) => {
    if (count === 1) cutInTheMiddle(response);
    else serveRange(request, response);
  });
  await download(UNPINNED);
  assertWhole();
  assert.deepEqual(ranges(), [undefined, `bytes=${HALF}-${CONTENT.length - 1}`]);
  assert.equal(server.requests[1].headers['if-match'], TAG);
});

test('a body that falls silent is continued', async () => {
  server.handle((request, response, count) => {
    if (count > 1) return serveRange(request, response);
    response.writeHead(200, { 'content-length': CONTENT.length, etag: TAG });
    response.write(CONTENT.subarray(0, HALF));
  });
  await download(PINNED, fetchClient({ firstWaitMs: 1, bodyTimeoutMs: 30 }));
  assertWhole();
  assert.equal(ranges()[1], `bytes=${HALF}-${CONTENT.length - 1}`);
});

test('a server without ranges ends a cut download, and the next run begins again', async () => {
  server.handle((_, response, count) => {
    if (count === 1) cutInTheMiddle(response);
    else response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
  });
  await assert.rejects(download(PINNED), /does not support the range header/);
  assert.ok(!existsSync(target));
  await download(PINNED);
  assertWhole();
});

test('a part is continued only under a pinned hash', async () => {
  server.handle(serveRange);
  writeFileSync(part, CONTENT.subarray(0, HALF));
  const { stages } = await download(PINNED);
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`]);
  assert.deepEqual(stages.at(-1), ['a.tif (0.2 MB)', 1]);
});

test('a part of an unpinned file is begun again', async () => {
  server.handle(serveRange);
  writeFileSync(part, CONTENT.subarray(0, HALF));
  await download(UNPINNED);
  assertWhole();
  assert.deepEqual(ranges(), [undefined]);
});

test('a part of other content shows in the hash, and the file is begun again', async () => {
  server.handle(serveRange);
  writeFileSync(part, Buffer.alloc(HALF, 1));
  await download(PINNED);
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`, undefined]);
});

test('a complete part is used without a request when its size is pinned', async () => {
  writeFileSync(part, CONTENT);
  await download(PINNED);
  assertWhole();
  assert.equal(server.requests.length, 0);
});

test('a 206 that begins elsewhere, and a 416, begin the file again', async () => {
  writeFileSync(part, CONTENT.subarray(0, HALF));
  server.handle((request, response) => {
    if (!request.headers.range) return serveRange(request, response);
    const range = `bytes 0-${CONTENT.length - 1}/${CONTENT.length}`;
    response.writeHead(206, { 'content-range': range }).end(CONTENT);
  });
  await download(PINNED);
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`, undefined]);

  server.handle(serveRange);
  const { bytes: _, ...withoutSize } = { ...PINNED, path: 'b.tif' };
  writeFileSync(join(folder, 'b.tif.part'), Buffer.concat([CONTENT, CONTENT]));
  await download(withoutSize);
  assert.ok(readFileSync(join(folder, 'b.tif')).equals(CONTENT));
  assert.deepEqual(ranges(), [`bytes=${2 * CONTENT.length}-`, undefined]);
});

test('busy for ever is given up, and the part stays', async () => {
  writeFileSync(part, CONTENT.subarray(0, HALF));
  server.handle((_, response) => response.writeHead(500).end());
  await assert.rejects(download(PINNED), /answers 500\. Run again to continue/);
  assert.equal(server.requests.length, 6);
  assert.equal(readFileSync(part).length, HALF);
});
