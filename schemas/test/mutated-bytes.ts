/** Bytes changed as bad disks, bad programs and bad people change them, for fast-check. */
import fc from 'fast-check';

/** Numbers that readers tend to misread. */
const NUMBERS = [0, 1, -1, 127, 128, 255, 256, 32_767, 65_535, 2 ** 31 - 1, -(2 ** 31)];
const DOUBLES = [1e308, Number.NaN, Number.NEGATIVE_INFINITY];
const TEXTS = [
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  '""',
  '[',
  '{',
  '\0',
  '\r\n',
  '\xff',
  '999999999',
];
const LONGEST_PIECE = 64;

type Change = (bytes: Buffer) => Buffer;

/** A place in any file, as a share of its length. Each is as likely as any other. */
export const place = fc.nat(2 ** 31 - 1).map((part) => part / 2 ** 31);
const at = (share: number, { length }: Buffer) => Math.floor(share * length);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(
    ([share, value]): Change =>
      (bytes) => {
        bytes[at(share, bytes)] = value;
        return bytes;
      },
  ),
  place.map(
    (share): Change =>
      (bytes) =>
        bytes.subarray(0, at(share, bytes)),
  ),
  piece((bytes, from, to) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])),
  piece((bytes, from, to) => Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])),
  fc.tuple(place, fc.constantFrom(...TEXTS)).map(
    ([share, text]): Change =>
      (bytes) => {
        const where = at(share, bytes);
        const inserted = Buffer.from(text, 'latin1');
        return Buffer.concat([bytes.subarray(0, where), inserted, bytes.subarray(where)]);
      },
  ),
  number(NUMBERS, 4, (bytes, value, where) => bytes.writeInt32LE(value, where)),
  number(DOUBLES, 8, (bytes, value, where) => bytes.writeDoubleLE(value, where)),
);

/** Copies of a file, each changed in one to six places. */
export function mutatedBytes(file: Buffer): fc.Arbitrary<Buffer> {
  return fc
    .array(change, { minLength: 1, maxLength: 6 })
    .map((changes) => changes.reduce<Buffer>((bytes, make) => make(bytes), Buffer.from(file)));
}

function piece(make: (bytes: Buffer, from: number, to: number) => Buffer): fc.Arbitrary<Change> {
  return fc.tuple(place, fc.nat(LONGEST_PIECE)).map(([share, length]) => (bytes) => {
    const from = at(share, bytes);
    return make(bytes, from, Math.min(bytes.length, from + length));
  });
}

function number(
  values: number[],
  width: number,
  write: (bytes: Buffer, value: number, where: number) => void,
): fc.Arbitrary<Change> {
  return fc.tuple(place, fc.constantFrom(...values)).map(([share, value]) => (bytes) => {
    if (bytes.length >= width) write(bytes, value, Math.floor(share * (bytes.length - width)));
    return bytes;
  });
}

/** How many cases a test of mutated bytes tries: CASES, else a few hundred. */
export const CASES = Number(process.env.CASES || 400);
