/** Downloads that were interrupted: what is continued, and what is begun again. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DownloadFile } from '../../schemas/types.ts';
import { downloadFile } from './fetch-file.ts';
import { writeOrigin } from './part-file.ts';
import {
  CONTENT,
  pinned,
  serveRange,
  serverAndFolder,
  TAG,
  testWeb,
  unpinned,
} from './server.test-kit.ts';
import { parseContentRange } from './transfer.ts';

const HALF = 100_000;

const { server, folder } = await serverAndFolder();
const target = join(folder, 'a.tif');
const PINNED = pinned(server.base);
const UNPINNED = unpinned(server.base);

const download = (file: DownloadFile, web = testWeb()) =>
  downloadFile(file, target, web, () => undefined);

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

test('a cut connection is continued where it broke, if the content is the same', async () => {
  server.handle((request, response, count) => {
    if (count === 1) cutInTheMiddle(response, { etag: TAG });
    else serveRange(request, response);
  });
  const web = testWeb();
  await download(PINNED, web);
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
  await download(UNPINNED);
  assertWhole();
  assert.equal(server.requests[1].headers['if-range'], date);
});

test('without a hash and without a validator an interrupted file is begun again', async () => {
  server.handle((request, response, count) => {
    if (count === 1) cutInTheMiddle(response);
    else serveRange(request, response);
  });
  await download(UNPINNED);
  assertWhole();
  assert.deepEqual(ranges(), [undefined, undefined]);
});

test('a server that ignores Range is read from zero', async () => {
  server.handle((_, response, count) => {
    if (count === 1) cutInTheMiddle(response, { etag: TAG });
    else response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
  });
  await download(PINNED);
  assertWhole();
  assert.deepEqual(ranges(), [undefined, `bytes=${HALF}-`]);
});

test('cut twice, the second rest still depends on the tag, though the first came without one', async () => {
  const third = 150_000;
  server.handle((request, response, count) => {
    if (count === 1) return cutInTheMiddle(response, { etag: TAG });
    if (count === 3) return serveRange(request, response);
    const range = `bytes ${HALF}-${third - 1}/${CONTENT.length}`;
    return response.writeHead(206, { 'content-range': range }).end(CONTENT.subarray(HALF, third));
  });
  await download(UNPINNED);
  assertWhole();
  assert.deepEqual(ranges(), [undefined, `bytes=${HALF}-`, `bytes=${third}-`]);
  assert.equal(server.requests[2].headers['if-range'], TAG);
});

test('a 206 that begins elsewhere is not added to the part', async () => {
  leavePart(CONTENT.subarray(0, HALF), TAG);
  server.handle((request, response) => {
    if (!request.headers.range) return serveRange(request, response);
    const range = `bytes 0-${CONTENT.length - 1}/${CONTENT.length}`;
    response.writeHead(206, { 'content-range': range }).end(CONTENT);
  });
  await download(PINNED);
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`, undefined]);
});

test('a 206 of other content, from a server that ignores If-Range, is not added', async () => {
  leavePart(Buffer.alloc(HALF, 1), '"v0"');
  server.handle(serveRange);
  await download(UNPINNED);
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`, undefined]);
});

test('a part of other content shows in the hash, and the file is begun again', async () => {
  leavePart(Buffer.alloc(HALF, 1), null);
  server.handle(serveRange);
  await download(PINNED);
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${HALF}-`, undefined]);
});

test('a part from another address is continued only under a pinned hash', async () => {
  leavePart(CONTENT.subarray(0, HALF), TAG, 'https://elsewhere.org/a.tif');
  server.handle(serveRange);
  await download(PINNED);
  assert.deepEqual(ranges(), [`bytes=${HALF}-`]);
  assert.equal(server.requests[0].headers['if-range'], undefined);
  rmSync(target);
  leavePart(CONTENT.subarray(0, HALF), TAG, 'https://elsewhere.org/a.tif');
  server.requests.length = 0;
  await download(UNPINNED);
  assert.deepEqual(ranges(), [undefined]);
  assertWhole();
});

test('a complete part is taken without asking when its size is pinned', async () => {
  leavePart(CONTENT, null);
  server.handle(serveRange);
  await download(PINNED);
  assertWhole();
  assert.equal(server.requests.length, 0);
});

test('416 on a complete part means that it is complete', async () => {
  leavePart(CONTENT, TAG);
  server.handle(serveRange);
  await download(UNPINNED);
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${CONTENT.length}-`]);
});

test('416 on a part that is too long means starting over', async () => {
  leavePart(Buffer.concat([CONTENT, CONTENT]), TAG);
  server.handle(serveRange);
  await download(UNPINNED);
  assertWhole();
  assert.deepEqual(ranges(), [`bytes=${2 * CONTENT.length}-`, undefined]);
});

test('a body that falls silent is cut off and continued', async () => {
  server.handle((request, response, count) => {
    if (count > 1) return serveRange(request, response);
    response.writeHead(200, { 'content-length': CONTENT.length, etag: TAG });
    response.write(CONTENT.subarray(0, HALF));
  });
  const web = testWeb();
  await downloadFile(PINNED, target, web, (began, bytes) => {
    // a turn later, when the alarm for the next piece is set
    if (began === 0 && bytes === HALF) setImmediate(() => web.elapse(web.idleMs));
  });
  assertWhole();
  assert.deepEqual(ranges(), [undefined, `bytes=${HALF}-`]);
});

test('500 for ever is given up, and the part kept', async () => {
  leavePart(CONTENT.subarray(0, HALF), TAG);
  server.handle((_, response) => response.writeHead(500).end());
  await assert.rejects(download(PINNED), /answers 500\. Gave up after 6 attempts; run again/);
  assert.equal(server.requests.length, 6);
  assert.ok(!existsSync(target));
  assert.equal(readFileSync(`${target}.part`).length, HALF);
});

test('bytes are told as they come, from where the part ended', async () => {
  leavePart(CONTENT.subarray(0, HALF), TAG);
  server.handle(serveRange);
  const reports: [number, number, number | null][] = [];
  await downloadFile(PINNED, target, testWeb(), (...bytes) => reports.push(bytes));
  assert.deepEqual(reports[0], [HALF, HALF, CONTENT.length]);
  assert.deepEqual(reports.at(-1), [HALF, CONTENT.length, CONTENT.length]);
});

test('a part names its first byte and the total', () => {
  // the examples of RFC 9110, 14.4
  assert.deepEqual(parseContentRange('bytes 42-1233/1234'), { first: 42, total: 1234 });
  assert.deepEqual(parseContentRange('bytes 42-1233/*'), { first: 42, total: null });
});

test('a range that cannot be had names the total alone', () => {
  assert.deepEqual(parseContentRange('bytes */1234'), { first: null, total: 1234 });
});

test('what contradicts itself or is something else is refused', () => {
  for (const field of [
    null,
    '',
    'bytes',
    'bytes 5-4/10',
    'bytes 0-10/10',
    'lines 0-1/2',
    'bytes */*',
  ]) {
    assert.equal(parseContentRange(field), null, String(field));
  }
});
