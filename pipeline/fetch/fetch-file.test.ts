import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkPinned, fetchFile } from './fetch-file.ts';
import { type TestServer, testOutput, testServer, testWeb } from './server.test-kit.ts';

// SHA-256 of "abc": FIPS 180-2, appendix B.1
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

let server: TestServer;
let folder: string;

before(async () => {
  server = await testServer();
});
after(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fetch-file-'));
  server.handle((_, response) => response.writeHead(200, { 'content-length': 3 }).end('abc'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (more: object = {}) => ({ url: `${server.base}/x`, path: 'rasters/x.tif', ...more });

test('a pinned file is downloaded, and kept the next time without asking', async () => {
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
  const output = testOutput();
  await fetchFile(file({ sha256: ABC }), folder, testWeb(), output);
  const [stage, share] = output.stages[output.stages.length - 1];
  assert.equal(stage, 'x.tif (0.0 MB)');
  assert.equal(share, 1);
});
