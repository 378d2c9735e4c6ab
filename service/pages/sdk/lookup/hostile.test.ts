/** Answers that would fill a client's memory: each is a named error, and takes at most 32 MB. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createGzip, deflateRawSync } from 'node:zlib';
import { writeDataset } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { sha256 } from '../../../../pipeline/dataset/write-artifact.ts';
import { testFolder } from '../../../../pipeline/files/folder.test-kit.ts';
import { encodeHead, layOut, PV_YIELD_FORMAT } from '../../../../schemas/codec/artifact.ts';
import { encodeCellRows } from '../../../../schemas/codec/pv-yield-artifact.ts';
import type { SectionPlan } from '../../../../schemas/codec/section.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { BUILT } from '../../server/assets.ts';
import { SDK_PACKAGE } from '../build-sdk.ts';
import { rangeOf, serverOf } from '../sdk.test-kit.ts';

/** Most memory that an answer may take. */
const MOST_BYTES = 32 << 20;
/** Most memory that a file may take that is read whole. */
const MOST_WHOLE_BYTES = MOST_BYTES + (20 << 20);

const path = join(testFolder(), 'pv-yield.bin');
writeDataset(path, testArtifact());
const good = readFileSync(path);
/** 0.9 MB that inflate to 0.9 GB, as much as a head may have, and more. */
const bomb = deflateRawSync(Buffer.alloc(9e8), { level: 9 });
const largeBomb = Buffer.concat([bomb, bomb, bomb]);

/** A head whose JSON is a bomb, its digest right. */
function headerBomb(bomb: Buffer): Buffer {
  const head = Buffer.alloc(64 + 8 * Math.ceil(bomb.length / 8));
  good.copy(head, 0, 0, 16);
  bomb.copy(head, 64);
  head.writeUInt32LE(bomb.length, 12);
  head.writeBigUInt64LE(BigInt(head.length), 24);
  sha256(head.subarray(0, 32), head.subarray(64)).copy(head, 32);
  return head;
}

/** A dataset whose coverage is the bomb, all digests right. */
function coverageBomb(): Buffer {
  const { header, grid, cell_index } = testArtifact();
  const rows = encodeCellRows(grid, cell_index);
  const plans: SectionPlan[] = [
    { name: 'coverage', type: 'uint8', byteLength: bomb.length },
    { name: 'cell_rows', type: 'uint8', byteLength: rows.length },
  ];
  const { offsets, fileLength } = layOut(header, plans, PV_YIELD_FORMAT);
  const file = Buffer.alloc(fileLength);
  file.set(encodeHead(header, plans, [sha256(bomb), sha256(rows)], PV_YIELD_FORMAT, sha256));
  file.set(bomb, offsets[0]);
  file.set(rows, offsets[1]);
  return file;
}

function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(1 << 16);
  const more = () => {
    while (response.write(piece));
  };
  response.on('drain', more);
  more();
}

const FILES: Record<string, Buffer> = {
  '/good.bin': good,
  '/header.bin': headerBomb(bomb),
  '/large.bin': headerBomb(largeBomb),
  '/coverage.bin': coverageBomb(),
};

const answer: RequestListener = ({ url = '', headers }, response) => {
  const [first, last] = rangeOf(headers) ?? [0, 0];
  if (url === '/long.bin') {
    response.writeHead(headers.range ? 206 : 200).write(good.subarray(0, 64));
    endless(response);
  } else if (url === '/gzip.bin') {
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    const gzip = createGzip({ level: 1 });
    gzip.pipe(response);
    for (let i = 0; i < 64; i++) gzip.write(Buffer.alloc(1 << 20));
    gzip.end();
  } else if (url === '/endless.bin' || (url === '/records.bin' && first > 0)) {
    endless(response.writeHead(headers.range ? 206 : 200));
  } else {
    const file = FILES[url] ?? good;
    response.writeHead(206).end(file.subarray(first, last + 1));
  }
};
const base = await serverOf(answer);

const LOOKUP = join(BUILT, SDK_PACKAGE, 'lookup.mjs');
/**
 * Opens the good file, then the other, and prints the bytes that the second took: of every piece of an answer that was
 * read and of every typed array that was made empty, freed or not. So the garbage collector does not matter.
 */
const CLIENT = `
let bytes = 0;
for (const name of ['Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array']) {
  const Given = globalThis[name];
  globalThis[name] = class extends Given {
    constructor(...args) {
      super(...args);
      if (typeof args[0] === 'number') bytes += this.byteLength;
    }
    static [Symbol.hasInstance](value) { return value instanceof Given; }
  };
}
const given = fetch;
globalThis.fetch = async (...question) => {
  const { body, status, headers } = await given(...question);
  const counted = new TransformStream({ transform(piece, next) { bytes += piece.length; next.enqueue(piece); } });
  return new Response(body.pipeThrough(counted), { status, headers });
};
const [base, file, options] = process.argv.slice(1);
const { open } = await import(${JSON.stringify(LOOKUP)});
const roof = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };
const { digest } = await open(base + '/good.bin');
const first = bytes;
const { whole, withDigest } = JSON.parse(options);
const answered = open(base + file, { whole, ...(withDigest ? { digest } : {}) }).then((sun) => sun.lookup(roof));
const { code, message } = await answered.then(() => ({ code: 'answered' }), (error) => error);
console.log(JSON.stringify({ first, bytes: bytes - first, code, message }));
`;

async function reported(file: string, options: { whole?: boolean; withDigest?: boolean }) {
  const command = ['--input-type=module', '-e', CLIENT, base, file, JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  const found = JSON.parse(stdout) as Record<'first' | 'bytes', number> &
    Record<'code' | 'message', string>;
  assert.ok(found.first >= good.length, 'what is read is counted');
  return found;
}

for (const [file, code, message] of [
  ['/header.bin', 'damaged', /its header is no JSON in UTF-8 \(inflates to more than 524288/],
  ['/large.bin', 'damaged', /head and index have \d+ bytes, expected at most 1048576/],
  ['/coverage.bin', 'damaged', /section "coverage" inflates to more than \d+ bytes/],
  ['/endless.bin', 'unexpected_answer', /returned more than 50000 bytes/],
  ['/records.bin', 'unexpected_answer', /returned more than \d+ bytes/],
  ['/gzip.bin', 'unexpected_answer', /ignores range requests or compresses the file/],
] as const) {
  for (const digest of [false, true]) {
    test(`${file} takes at most 32 MB, ${digest ? 'with' : 'without'} a digest`, async () => {
      const found = await reported(file, { withDigest: digest });
      assert.equal(found.code, code, found.message);
      assert.match(found.message, message);
      assert.ok(found.bytes <= MOST_BYTES, `${found.bytes} bytes`);
    });
  }
}

for (const [file, message] of [
  ['/endless.bin', /is not a pv-yield\.bin or prices\.bin/],
  ['/gzip.bin', /is not a pv-yield\.bin or prices\.bin/],
  ['/long.bin', /returned more than 20971520 bytes/],
] as const) {
  test(`${file} read whole takes at most 32 MB more than the largest file`, async () => {
    const found = await reported(file, { whole: true });
    assert.equal(found.code, 'unexpected_answer', found.message);
    assert.match(found.message, message);
    assert.ok(found.bytes <= MOST_WHOLE_BYTES, `${found.bytes} bytes`);
  });
}
