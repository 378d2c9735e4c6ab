import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  decodeArtifact,
  encodeHead,
  FORMAT_VERSION,
  layOut,
  type SectionPlan,
} from './artifact.ts';

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

function artifact(header: object, plans: SectionPlan[], arrays: ArrayBufferView[]): Uint8Array {
  const bytes = arrays.map((a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength));
  const digests = bytes.map((b) => createHash('sha256').update(b).digest());
  const { offsets, fileLength } = layOut(header, plans);
  const file = new Uint8Array(fileLength);
  file.set(encodeHead(header, plans, digests));
  for (let i = 0; i < bytes.length; i++) file.set(bytes[i], offsets[i]);
  return file;
}

const FILE = artifact(
  HEADER,
  PLANS,
  DATA.map(({ array }) => array),
);
const OFFSETS = layOut(HEADER, PLANS).offsets;

function decode(bytes: Uint8Array) {
  return decodeArtifact(Uint8Array.from(bytes).buffer, 'x.bin');
}

function flipped(at: number): Uint8Array {
  const copy = Uint8Array.from(FILE);
  copy[at] ^= 0x10;
  return copy;
}

test('what is written is read back, header and every element type', () => {
  const { header, sections } = decode(FILE);
  assert.deepEqual(header, HEADER);
  for (const { name, array } of DATA) assert.deepEqual(sections.get(name), array);
});

test('sections lie on multiples of 8 bytes', () => {
  for (const offset of OFFSETS) assert.equal(offset % 8, 0);
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

test('a file cut anywhere in the head is called truncated', () => {
  assert.throws(() => decode(FILE.subarray(0, 0)), /truncated in its preamble/);
  assert.throws(() => decode(FILE.subarray(0, 63)), /truncated in its preamble/);
  assert.throws(() => decode(FILE.subarray(0, 64)), /truncated in its head/);
  assert.throws(() => decode(FILE.subarray(0, OFFSETS[0] - 1)), /truncated in its head/);
});

test('a file cut at or inside any section names the section that is cut', () => {
  for (let i = 0; i < PLANS.length; i++) {
    const message = new RegExp(`truncated in section "${PLANS[i].name}"`);
    assert.throws(() => decode(FILE.subarray(0, OFFSETS[i])), message);
    assert.throws(() => decode(FILE.subarray(0, OFFSETS[i] + PLANS[i].byteLength - 1)), message);
  }
});

test('missing or surplus bytes behind the last section are refused', () => {
  const padded = artifact(HEADER, [PLANS[0]], [DATA[0].array]);
  assert.throws(
    () => decode(padded.subarray(0, padded.length - 1)),
    /truncated behind its last section/,
  );
  assert.throws(() => decode(Uint8Array.of(...FILE, 0)), /something was appended/);
});

test('a wrong magic is named with what was found', () => {
  assert.throws(() => decode(flipped(0)), /not an artifact of this project \(begins with 9950/);
  assert.throws(() => decode(flipped(7)), /not an artifact of this project/);
  assert.throws(() => decode(new Uint8Array(64)), /begins with 0000000000000000/);
});

test('the next format version is refused by its number', () => {
  const next = Uint8Array.from(FILE);
  next[8] = FORMAT_VERSION + 1;
  assert.throws(() => decode(next), /format version 2, expected 1/);
});

test('a flipped bit in any byte of the head is found', () => {
  for (let at = 12; at < OFFSETS[0]; at++) {
    assert.throws(() => decode(flipped(at)), /damaged|truncated/, `byte ${at}`);
  }
});

test('a flipped bit in any byte of a section is found and the section named', () => {
  for (let i = 0; i < PLANS.length; i++) {
    for (let at = OFFSETS[i]; at < OFFSETS[i] + PLANS[i].byteLength; at++) {
      assert.throws(() => decode(flipped(at)), new RegExp(`section "${PLANS[i].name}" is damaged`));
    }
  }
});

test('a section name over 32 bytes is refused when written', () => {
  assert.throws(
    () =>
      encodeHead(
        {},
        [{ name: 'n'.repeat(33), type: 'uint8', byteLength: 0 }],
        [new Uint8Array(32)],
      ),
    /over 32 bytes/,
  );
});
