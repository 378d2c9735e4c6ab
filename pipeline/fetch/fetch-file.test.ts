/** Downloads from the first byte: what is taken, tried again, and refused. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { DownloadFile } from '../../schemas/types.ts';
import { checkPinned, downloadFile, fetchFile } from './fetch-file.ts';
import {
  CONTENT,
  pinned,
  SHA256,
  serveRange,
  serveRangeOf,
  serverAndFolder,
  testOutput,
  testServer,
  testWeb,
  unpinned,
} from './server.test-kit.ts';

const { server, folder } = await serverAndFolder();
const target = join(folder, 'a.tif');
const PINNED = pinned(server.base);
const UNPINNED = unpinned(server.base);

const download = (file: DownloadFile, web = testWeb()) =>
  downloadFile(file, target, web, () => undefined);

function assertWhole(): void {
  assert.ok(readFileSync(target).equals(CONTENT));
  assert.deepEqual(readdirSync(folder), ['a.tif']);
}

test('a file arrives whole, by its hash and size, and nothing else stays', async () => {
  server.handle(serveRange);
  const record = await download(PINNED);
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
  await download(PINNED, web);
  assertWhole();
  assert.deepEqual(web.waits, [30_000, 40_000]);
});

test('500 is tried again', async () => {
  server.handle((request, response, count) => {
    if (count <= 2) response.writeHead(count === 1 ? 500 : 529).end();
    else serveRange(request, response);
  });
  const web = testWeb();
  await download(PINNED, web);
  assertWhole();
  assert.deepEqual(web.waits, [1000, 2000]);
});

test('404 is not tried again', async () => {
  server.handle((_, response) => response.writeHead(404).end());
  const web = testWeb();
  await assert.rejects(download(PINNED, web), /a\.tif: answers 404\. Correct the url of a\.tif/);
  assert.deepEqual(web.waits, []);
});

test('an answer without content is no file', async () => {
  server.handle((_, response) => response.writeHead(204).end());
  await assert.rejects(download(UNPINNED), /answers 204/);
  assert.ok(!existsSync(target));
});

test('another announced length is refused before a byte is read', async () => {
  server.handle((_, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length + 1 });
    response.end(Buffer.concat([CONTENT, Buffer.alloc(1)]));
  });
  await assert.rejects(
    download(PINNED),
    /has 200001 bytes, expected 200000 for a\.tif\. The file at the source changed/,
  );
  assert.ok(!existsSync(target));
});

test('more than the pinned bytes, unannounced, is stopped', async () => {
  server.handle((_, response) => {
    response.write(CONTENT);
    response.end(CONTENT);
  });
  await assert.rejects(download(PINNED), /is longer than the 200000 bytes expected/);
  assert.ok(!existsSync(target));
});

test('less than the pinned bytes, unannounced, is refused', async () => {
  server.handle((_, response) => {
    response.write(CONTENT.subarray(0, 100_000));
    response.end();
  });
  await assert.rejects(download(PINNED), /sent 100000 bytes with sha256 .*expected 200000 bytes/);
  assert.ok(!existsSync(target));
});

test('other content of the right size is refused by its hash and not kept', async () => {
  const other = Buffer.alloc(CONTENT.length, 3);
  server.handle((request, response) => serveRangeOf(other, request, response));
  await assert.rejects(download(PINNED), /sha256 [0-9a-f]{64}, expected 200000 bytes with sha256/);
  assert.equal(server.requests.length, 1);
  assert.deepEqual(readdirSync(folder), []);
});

test('five redirects are followed, six and a loop are not', async () => {
  server.handle((request, response) => {
    const hop = Number(request.url?.slice(1));
    if (hop === 0) serveRange(request, response);
    else response.writeHead([301, 302, 303, 307, 308][hop % 5], { location: `/${hop - 1}` }).end();
  });
  await download(pinned(server.base, '/5'));
  assertWhole();
  rmSync(target);
  await assert.rejects(download(pinned(server.base, '/6')), /redirects more than 5 times/);
  server.handle((_, response) => response.writeHead(302, { location: '/loop' }).end());
  await assert.rejects(
    download(pinned(server.base, '/loop')),
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
  await downloadFile(PINNED, target, web, (_, bytes) => {
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
  await assert.rejects(download(PINNED, web), /no answer within 30 s\. Gave up after 6/);
});

test('a server that is not there is given up with the reason', async () => {
  const gone = await testServer();
  await gone.close();
  const file = { ...PINNED, url: `${gone.base}/a.tif` };
  await assert.rejects(download(file), /fetch failed: .*ECONNREFUSED.*Gave up after 6 attempts/);
});

test('a compressed answer to a request for the plain file is refused', async () => {
  server.handle((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(CONTENT));
  });
  await assert.rejects(download(PINNED), /content encoding gzip, expected the plain file/);
  assert.ok(!existsSync(target));
});

// SHA-256 of "abc": FIPS 180-2, appendix B.1
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

const serveAbc = () =>
  server.handle((_, response) => response.writeHead(200, { 'content-length': 3 }).end('abc'));
const file = (more: object = {}) => ({ url: `${server.base}/x`, path: 'rasters/x.tif', ...more });

test('a pinned file is downloaded, and kept the next time without asking', async () => {
  serveAbc();
  const output = testOutput();
  await fetchFile(file({ sha256: ABC }), folder, testWeb(), output);
  await fetchFile(file({ sha256: ABC, bytes: 3 }), folder, testWeb(), output);
  assert.equal(readFileSync(join(folder, 'rasters/x.tif'), 'utf8'), 'abc');
  assert.deepEqual(output.lines, [
    'rasters/x.tif: downloaded, 3 bytes',
    'rasters/x.tif: kept, 3 bytes',
  ]);
  assert.equal(server.requests.length, 1);
});

test('what is there with another hash is an error and stays', async () => {
  writeFileSync(join(folder, 'x.tif'), 'mine');
  const mine = createHash('sha256').update('mine').digest('hex');
  await assert.rejects(
    fetchFile(file({ path: 'x.tif', sha256: ABC }), folder, testWeb(), testOutput()),
    new RegExp(`is there with 4 bytes and sha256 ${mine}, expected sha256 ${ABC}\\. Remove it`),
  );
  assert.equal(readFileSync(join(folder, 'x.tif'), 'utf8'), 'mine');
  assert.equal(server.requests.length, 0);
});

test('an unpinned file is named and refused, unless new ones are accepted', () => {
  const files = [file({ sha256: ABC }), file({ path: 'new.tif' })];
  assert.throws(
    () => checkPinned(files, false),
    /no "sha256" for new\.tif\. Run once with ACCEPT_NEW=1/,
  );
  checkPinned(files, true);
});

test('the hash of an unpinned file is printed as it is written, now and later', async () => {
  serveAbc();
  const output = testOutput();
  await fetchFile(file(), folder, testWeb(), output);
  await fetchFile(file(), folder, testWeb(), output);
  const pin = `; pin it: "sha256": "${ABC}", "bytes": 3`;
  assert.deepEqual(output.lines, [
    `rasters/x.tif: downloaded, 3 bytes${pin}`,
    `rasters/x.tif: kept, 3 bytes${pin}`,
  ]);
});

test('progress shows the size and ends at the whole', async () => {
  serveAbc();
  const output = testOutput();
  await fetchFile(file({ sha256: ABC }), folder, testWeb(), output);
  const [stage, share] = output.stages[output.stages.length - 1];
  assert.equal(stage, 'x.tif (0.0 MB)');
  assert.equal(share, 1);
});
