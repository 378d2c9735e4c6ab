/** The range reader against real file servers: nginx, which is skipped where it is not installed, and one of Node's. */
import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { writeDataset } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../../../pipeline/files/folder.test-kit.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { type ServerWays, serveFolder } from '../../../test/file-server.ts';
import { withoutNginx } from '../../../test/nginx.ts';
import { errorOf, rangeOf, serverOf } from '../sdk.test-kit.ts';
import { open } from './lookup.ts';

const folder = testFolder();
const path = join(folder, 'pv-yield.bin');
const ROOF = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };
const FAR = { ...ROOF, lat: 59.45, lng: 15.7 };

let bytes: Uint8Array;
let expected: string;

before(async () => {
  writeAnew(0);
  bytes = new Uint8Array(readFileSync(path));
  expected = JSON.stringify(await (await open(bytes)).lookup(ROOF));
});

/** Writes the dataset with another yield. */
function writeAnew(more: number): void {
  const dataset = testArtifact();
  const { values } = dataset.yield;
  for (let i = 0; i < values.length; i++) values[i] += more;
  dataset.optimum_yield.fill(900);
  writeDataset(path, dataset);
  // nginx makes its ETag of the second and the size.
  utimesSync(path, 1e9 + more, 1e9 + more);
}

async function serverWith(ways: ServerWays) {
  const server = await serveFolder(folder, ways);
  after(() => server.stop());
  return server;
}

const nginx = { skip: withoutNginx };

test(
  'the head and two rows of records are read, and the same square answers from memory',
  nginx,
  async () => {
    const server = await serverWith({});
    const sun = await open(`${server.base}/pv-yield.bin`);
    assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected);
    await sun.lookup({ ...ROOF, tilt: 10 });
    await sun.matrix({ lat: ROOF.lat, lng: ROOF.lng });
    assert.deepEqual(await server.statuses(), [206, 206, 206]);
    const both = await Promise.all([sun.lookup(FAR), sun.lookup(FAR)]);
    assert.deepEqual(both[0], both[1]);
    assert.equal((await server.statuses()).length, 5);
  },
);

test('a host without ranges is a named error, and is read whole on request', nginx, async () => {
  const server = await serverWith({ ranges: false });
  const url = `${server.base}/pv-yield.bin`;
  const error = await errorOf(open(url));
  assert.equal(error.code, 'unexpected_answer');
  const message =
    /ignores range requests or compresses the file\. open\(url, \{ whole: true \}\) .* MB\)\.$/;
  assert.match(error.message, message);
  const sun = await open(url, { whole: true });
  assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected);
  await sun.lookup(FAR);
  assert.equal((await server.statuses()).length, 2);
});

test('a host that compresses ranges is the same error', async () => {
  const base = await serverOf((_request, response) =>
    response.writeHead(206, { 'Content-Encoding': 'gzip' }).end(gzipSync(bytes)),
  );
  assert.match(
    (await errorOf(open(`${base}/pv-yield.bin`))).message,
    /ignores range requests or compresses the file/,
  );
});

test('a file that changes while it is read is a named error, and opens again', nginx, async () => {
  const server = await serverWith({});
  const url = `${server.base}/pv-yield.bin`;
  const sun = await open(url);
  writeAnew(10);
  const error = await errorOf(sun.lookup(ROOF));
  assert.deepEqual([error.code, error.status], ['changed', 0]);
  assert.match(error.message, /pv-yield\.bin was changed while it was read, .*Open it again\.$/);
  const again = await open(url);
  assert.notEqual(again.digest, sun.digest);
  assert.notEqual(JSON.stringify(await again.lookup(ROOF)), expected);
  writeFileSync(path, readFileSync(path).subarray(0, 400));
  assert.match((await errorOf(again.lookup(FAR))).message, /changed while it was read/);
  assert.equal((await errorOf(open(url))).code, 'damaged');
  writeAnew(0);
});

test('a missing file, a server that is busy or gone, and format 1 are named errors', async () => {
  const format1 = bytes.slice();
  format1[8] = 1;
  const files: Record<string, Uint8Array> = { '/pv-yield.bin': bytes, '/old.bin': format1 };
  const base = await serverOf((request, response) =>
    giveRange(request, response, files[request.url ?? '']),
  );
  const missing = await errorOf(open(`${base}/other.bin`));
  assert.deepEqual([missing.code, missing.status], ['unexpected_answer', 404]);
  assert.match(missing.message, /other\.bin does not exist \(status 404\)/);
  assert.equal((await errorOf(open(`${base}/old.bin`))).code, 'damaged');
  const { digest } = await open(bytes);
  const same = await open(`${base}/pv-yield.bin`, { digest: digest.toUpperCase() });
  assert.equal(same.digest, digest);
  for (const status of [429, 500, 503]) {
    const busy = await serverOf((_request, response) => response.writeHead(status).end());
    const refused = await errorOf(open(`${busy}/pv-yield.bin`));
    assert.deepEqual([refused.code, refused.status], ['unreachable', status]);
    assert.match(refused.message, /pv-yield\.bin could not be read \(status \d+\)/);
  }
  const nobody = await errorOf(open('http://127.0.0.1:1/pv-yield.bin'));
  assert.deepEqual([nobody.code, nobody.status], ['unreachable', 0]);
});

/** Answers with the range asked for. `change` edits a copy of it. */
function giveRange(
  { headers }: IncomingMessage,
  response: ServerResponse,
  file: Uint8Array | undefined,
  { tag = '"1"', change = (part: Uint8Array) => part } = {},
): void {
  const [first, last] = rangeOf(headers) ?? [0, 0];
  if (!file) response.writeHead(404).end();
  else response.writeHead(206, tag ? { ETag: tag } : {}).end(change(file.slice(first, last + 1)));
}

test('a server that sends other bytes than requested, or stops midway, is a named error', async () => {
  let isWrong = false;
  const base = await serverOf((request, response) =>
    giveRange(request, response, bytes, { change: (part) => part.subarray(isWrong ? 1 : 0) }),
  );
  const sun = await open(`${base}/pv-yield.bin`);
  isWrong = true;
  assert.equal((await errorOf(sun.lookup(ROOF))).code, 'damaged');
  assert.equal((await errorOf(open(`${base}/pv-yield.bin`))).code, 'damaged');
  const empty = await serverOf((_request, response) => response.writeHead(206).end());
  assert.equal((await errorOf(open(`${empty}/pv-yield.bin`))).code, 'damaged');
  const gone = await serverOf((_request, response) => {
    response.writeHead(206, { 'Content-Length': '5000' }).write('x', () => response.destroy());
  });
  assert.equal((await errorOf(open(`${gone}/pv-yield.bin`))).code, 'unreachable');
});

test('cached bytes of a previous file are read again past the cache', async () => {
  const requests: (string | undefined)[] = [];
  const base = await serverOf((request, response) => {
    const isPastCaches = request.headers['cache-control'] === 'no-cache';
    requests.push(request.headers.range);
    const change = (part: Uint8Array) => (isPastCaches ? part : part.fill(0, 70, 90));
    giveRange(request, response, bytes, { change });
  });
  const sun = await open(`${base}/pv-yield.bin`);
  assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected);
  assert.deepEqual(requests.length, 6);
});

test('a record that does not match is reported as changed or damaged where no ETag decides', async () => {
  let isWrong = false;
  const change = (part: Uint8Array) => part.fill(isWrong ? 7 : part[9], 9, 10);
  const base = await serverOf((request, response) =>
    giveRange(request, response, bytes, { tag: '', change }),
  );
  const sun = await open(`${base}/pv-yield.bin`);
  isWrong = true;
  const error = await errorOf(sun.lookup(ROOF));
  assert.equal(error.code, 'changed');
  assert.match(error.message, /changed while it was read, or is damaged: .*Open it again\.$/);
});

test('a signal ends an opening and a lookup with its reason, and no other call', async () => {
  const waiting: (() => void)[] = [];
  let isSilent = false;
  const base = await serverOf((request, response) => {
    const give = () => giveRange(request, response, bytes);
    if (isSilent) waiting.push(give);
    else give();
  });
  const url = `${base}/pv-yield.bin`;
  const reason = new Error('enough');
  const ended = (signal: AbortSignal) => ({ signal });
  const sun = await open(url, ended(new AbortController().signal));
  isSilent = true;
  const ending = new AbortController();
  const other = sun.lookup(ROOF);
  const requests = [open(url, ended(ending.signal)), sun.lookup(ROOF, ended(ending.signal))];
  ending.abort(reason);
  for (const one of requests) await assert.rejects(one, (error) => error === reason);
  isSilent = false;
  for (const give of waiting) give();
  assert.equal(JSON.stringify(await other), expected);
  await assert.rejects(open(url, ended(AbortSignal.abort(reason))), (error) => error === reason);
});
