import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { sha256 } from '../../pipeline/dataset/write-artifact.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import {
  type DecodedArtifact,
  decodeHead,
  encodeHead,
  type FormatVersion,
  layOut,
  PRICES_FORMAT,
  PV_YIELD_FORMAT,
} from './artifact.ts';
import { readArtifact, readArtifactHead } from './read-artifact.ts';
import { pieces, type SectionPlan } from './section.ts';

const DATA = [
  { name: 'bytes', array: Uint8Array.of(1, 2, 3) },
  { name: 'counts', array: Uint16Array.of(1, 515, 65535) },
  { name: 'places', array: Int32Array.of(-1, 7) },
  { name: 'floats', array: Float32Array.of(1.5, Number.NaN) },
  { name: 'doubles', array: Float64Array.of(Math.PI) },
];
const TYPES = ['uint8', 'uint16', 'int32', 'float32', 'float64'] as const;
const PLANS: SectionPlan[] = DATA.map(({ name, array }, i) => ({
  name,
  type: TYPES[i],
  byteLength: array.byteLength,
}));
const HEADER = { kind: 'test', place: 'Gävle' };

function artifact(
  header: object,
  plans: SectionPlan[],
  arrays: ArrayBufferView[],
  version: FormatVersion = PRICES_FORMAT,
): Uint8Array {
  const bytes = arrays.map((a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength));
  const digests = bytes.map((b) => createHash('sha256').update(b).digest());
  const { offsets, fileLength } = layOut(header, plans, version);
  const file = new Uint8Array(fileLength);
  file.set(encodeHead(header, plans, digests, version, sha256));
  for (let i = 0; i < bytes.length; i++) file.set(bytes[i], offsets[i]);
  return file;
}

const FILE = artifact(
  HEADER,
  PLANS,
  DATA.map(({ array }) => array),
);
const OFFSETS = layOut(HEADER, PLANS, PRICES_FORMAT).offsets;

const folder = testFolder();
const PATH = join(folder, 'x.bin');

function read(bytes: Uint8Array): Promise<DecodedArtifact> {
  writeFileSync(PATH, bytes);
  return readArtifact(PATH, PRICES_FORMAT);
}

/** The bytes are refused with this message, behind the file's name. */
function refused(bytes: Uint8Array, message: RegExp, note?: string): Promise<void> {
  return assert.rejects(
    read(bytes),
    ({ message: found }: Error) => {
      assert.ok(found.startsWith(`${PATH}: `), found);
      assert.match(found, message);
      return true;
    },
    note,
  );
}

function flipped(at: number): Uint8Array {
  const copy = Uint8Array.from(FILE);
  copy[at] ^= 0x10;
  return copy;
}

/** The file with an edited head whose digest is right again (sections 2 and 3 of the format). */
function resealed(edit: (head: DataView) => void): Uint8Array {
  const copy = Uint8Array.from(FILE);
  edit(new DataView(copy.buffer));
  const head = copy.subarray(0, OFFSETS[0]);
  const digest = createHash('sha256').update(head.subarray(0, 32)).update(head.subarray(64));
  head.set(digest.digest(), 32);
  return copy;
}

/** Where the table's entry of a section begins. */
function entryAt(section: number): number {
  return 64 + 88 * section;
}

test('what is written is read back, header and every element type', async () => {
  const { header, sections } = await read(FILE);
  assert.deepEqual(header, HEADER);
  for (const { name, array } of DATA) assert.deepEqual(sections.get(name), array);
});

test("the format document's worked example is what the codec writes", () => {
  const plan: SectionPlan = { name: 'n', type: 'uint16', byteLength: 4 };
  const file = artifact({ kind: 'example' }, [plan], [Uint16Array.of(1, 515)]);
  const hex = (from: number, to: number) => Buffer.from(file.subarray(from, to)).toString('hex');
  assert.equal(
    hex(0, 0x20),
    '895056534 50d0a1a0100000012000000 0100000000000000b800000000000000'.replaceAll(' ', ''),
  );
  assert.equal(hex(0x40, 0x42), '6e00');
  assert.equal(hex(0x60, 0x78), '0200000000000000b0000000000000000400000000000000');
  assert.equal(
    hex(0x98, 0xb8),
    '7b226b696e64223a226578616d706c65227d00000000000001000302 00000000'.replaceAll(' ', ''),
  );
  assert.equal(file.length, 0xb8);
});

test('a file cut anywhere in the head is called truncated', async () => {
  await refused(FILE.subarray(0, 0), /truncated in its preamble/);
  await refused(FILE.subarray(0, 63), /truncated in its preamble/);
  await refused(FILE.subarray(0, 64), /truncated in its head/);
  await refused(FILE.subarray(0, OFFSETS[0] - 1), /truncated in its head/);
});

test('a file cut at or inside any section names the section that is cut', async () => {
  for (let i = 0; i < PLANS.length; i++) {
    const message = new RegExp(`truncated in section "${PLANS[i].name}"`);
    await refused(FILE.subarray(0, OFFSETS[i]), message);
    await refused(FILE.subarray(0, OFFSETS[i] + PLANS[i].byteLength - 1), message);
  }
});

test('missing or surplus bytes behind the last section are refused', async () => {
  const padded = artifact(HEADER, [PLANS[0]], [DATA[0].array]);
  await refused(padded.subarray(0, padded.length - 1), /truncated behind its last section/);
  await refused(Uint8Array.of(...FILE, 0), /something was appended/);
});

test('a wrong magic is named with what was found', async () => {
  await refused(flipped(0), /not an artifact of this project \(begins with 9950/);
  await refused(flipped(7), /not an artifact of this project/);
  await refused(new Uint8Array(64), /begins with 0000000000000000/);
});

test('a format version that is none, or that of the other artifact, is refused by its number', async () => {
  const next = Uint8Array.from(FILE);
  next[8] = 3;
  await refused(next, /format version 3, expected 2/);
  await refused(artifact(HEADER, [], [], PV_YIELD_FORMAT), /format version 2, expected 1/);
  writeFileSync(PATH, FILE);
  await assert.rejects(readArtifact(PATH, PV_YIELD_FORMAT), /format version 1, expected 2/);
});

test('a header of version 2 is deflated, and refused when it is no such stream or a long one', async () => {
  const header = { ...HEADER, list: Array(5000).fill(0.123) };
  const file = artifact(header, [], [], PV_YIELD_FORMAT);
  writeFileSync(PATH, file);
  assert.deepEqual((await readArtifact(PATH, PV_YIELD_FORMAT)).header, header);
  assert.ok(file.length < 1000);
  const long = { text: 'x'.repeat(2 ** 20) };
  assert.throws(() => layOut(long, [], PV_YIELD_FORMAT), /header would be too long: 1048587 bytes/);
  for (const [json, problem] of [
    [Buffer.alloc(40, 255), 'invalid block type'],
    [deflateRawSync(Buffer.alloc(2 ** 21)), 'inflates to more than 524288 bytes'],
    [deflateRawSync(Buffer.from('{"a":1}')).subarray(0, 5), 'unexpected (EOF|end of file)'],
  ] as const) {
    const head = Buffer.alloc(64 + 8 * Math.ceil(json.length / 8));
    file.subarray(0, 64).forEach((byte, at) => {
      head[at] = byte;
    });
    json.copy(head, 64);
    head.writeUInt32LE(json.length, 12);
    head.writeBigUInt64LE(BigInt(head.length), 24);
    sha256(head.subarray(0, 32), head.subarray(64)).copy(head, 32);
    writeFileSync(PATH, head);
    const refusal = new RegExp(`its header is no JSON in UTF-8 \\(${problem}`);
    await assert.rejects(readArtifact(PATH, PV_YIELD_FORMAT), refusal);
    await assert.rejects(decodeHead(head, head.length, PATH), refusal);
  }
});

test('a flipped bit in any byte of the head is found', async () => {
  for (let at = 12; at < OFFSETS[0]; at++) {
    await refused(flipped(at), /damaged|truncated/, `byte ${at}`);
  }
});

test('a flipped bit in any byte of a section is found and the section named', async () => {
  for (let i = 0; i < PLANS.length; i++) {
    for (let at = OFFSETS[i]; at < OFFSETS[i] + PLANS[i].byteLength; at++) {
      await refused(flipped(at), new RegExp(`section "${PLANS[i].name}" is damaged`));
    }
  }
});

test('a table with right digest and impossible places is refused', async () => {
  const secondAt = entryAt(1);
  const behind = OFFSETS[0] + PLANS[0].byteLength;
  const offset = (value: number) =>
    resealed((head) => head.setBigUint64(secondAt + 40, BigInt(value), true));
  const length = (value: number) =>
    resealed((head) => head.setBigUint64(secondAt + 48, BigInt(value), true));
  const expected = `expected a multiple of 8 from ${behind} on`;
  await refused(offset(0), new RegExp(`section "counts" is at byte 0, ${expected}`));
  await refused(offset(OFFSETS[0]), new RegExp(`is at byte ${OFFSETS[0]}, ${expected}`));
  await refused(offset(OFFSETS[1] + 1), new RegExp(expected));
  await refused(offset(2 ** 52), /truncated in section "counts"/);
  await refused(length(5), /section "counts" has 5 bytes, expected whole uint16 values/);
  await refused(length(Number.MAX_SAFE_INTEGER), /truncated in section "counts"/);
});

test('an unknown element type, a name that is there twice and a header that is no JSON are refused', async () => {
  const unknown = resealed((head) => head.setUint32(entryAt(1) + 32, 7, true));
  await refused(unknown, /section "counts" has element type 7, expected 1 to 6/);
  const twice = resealed((head) => {
    for (let i = 0; i < 32; i++) head.setUint8(entryAt(1) + i, head.getUint8(entryAt(0) + i));
  });
  await refused(twice, /section "bytes" is there twice/);
  const headerAt = entryAt(PLANS.length);
  const noJson = resealed((head) => head.setUint8(headerAt, 0x7d));
  await refused(noJson, /its header is no JSON in UTF-8/);
  const noUtf8 = resealed((head) => head.setUint8(headerAt + 2, 0xff));
  await refused(noUtf8, /its header is no JSON in UTF-8/);
});

test('a preamble that claims a head of gigabytes is refused before that is read', async () => {
  writeFileSync(
    PATH,
    resealed((head) => head.setUint32(12, 0xffff_fff0, true)),
  );
  truncateSync(PATH, 8 * 2 ** 30);
  await assert.rejects(
    readArtifact(PATH, PRICES_FORMAT),
    /x\.bin: its preamble is damaged: a head of 42949/,
  );
});

test('a section of more values than a typed array holds everywhere is refused when written', () => {
  const plan = (values: number): SectionPlan[] => [
    { name: 'yield', type: 'uint16', byteLength: 2 * values },
  ];
  const lengthOf = (values: number) => layOut({}, plan(values), PRICES_FORMAT).fileLength;
  assert.equal(lengthOf(2 ** 32), 2 ** 33 + lengthOf(0));
  assert.throws(
    () => lengthOf(2 ** 32 + 1),
    /"yield" would have 4294967297 values, expected at most 4294967296/,
  );
});

test('a section beyond 4 GiB is read where it lies', async () => {
  // The space between the sections is a hole: without a block on the disk, and never read.
  const last = PLANS.length - 1;
  const far = 2 ** 32 + OFFSETS[last];
  const fileLength = far + 8;
  const head = resealed((view) => {
    view.setBigUint64(24, BigInt(fileLength), true);
    view.setBigUint64(entryAt(last) + 40, BigInt(far), true);
  });
  writeFileSync(PATH, head);
  truncateSync(PATH, far);
  appendFileSync(PATH, new Uint8Array(Float64Array.of(Math.PI).buffer));
  const { sections } = await readArtifact(PATH, PRICES_FORMAT);
  for (const { name, array } of DATA) assert.deepEqual(sections.get(name), array);
  assert.equal(sections.get('doubles')?.byteOffset, far);
});

test('an array of 5 GB is read in pieces, each byte once', () => {
  const array = new Uint16Array(new ArrayBuffer(5e9 + 16), 16);
  let end = 16;
  for (const { byteOffset, byteLength } of pieces(array)) {
    assert.equal(byteOffset, end);
    assert.ok(byteLength > 0 && byteLength < 2 ** 24);
    end += byteLength;
  }
  assert.equal(end, 5e9 + 16);
});

test('files that are no artifact are named, whatever their size', async () => {
  writeFileSync(PATH, '');
  truncateSync(PATH, 5 * 2 ** 30);
  await assert.rejects(
    readArtifact(PATH, PRICES_FORMAT),
    /x\.bin: not an artifact of this project/,
  );
  await assert.rejects(readArtifact(folder, PRICES_FORMAT), /is no file, expected an artifact/);
  await assert.rejects(readArtifactHead(folder), /is no file, expected an artifact/);
  await assert.rejects(readArtifact(join(folder, 'none.bin'), PRICES_FORMAT), /none\.bin/);
});
