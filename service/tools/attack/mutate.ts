/** Bytes made wrong: as files and requests are by bad disks, bad programs and bad people. */
import { createHash } from 'node:crypto';

/** Numbers that readers forget there may be. */
const NUMBERS = [
  0,
  1,
  -1,
  127,
  128,
  255,
  256,
  32_767,
  65_535,
  2 ** 31 - 1,
  -(2 ** 31),
  1e308,
  Number.NaN,
];
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
  '-',
];
const MOST_CHANGES = 6;

type Change = (bytes: Buffer, random: () => number) => Buffer;

const place = (length: number, random: () => number) => Math.floor(random() * (length + 1));

const CHANGES: Change[] = [
  (bytes, random) => {
    const at = Math.floor(random() * bytes.length);
    bytes[at] ^= 1 << Math.floor(8 * random());
    return bytes;
  },
  (bytes, random) => {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(256 * random());
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, place(bytes.length, random)),
  (bytes, random) => {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, random) => {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  (bytes, random) => {
    const at = place(bytes.length, random);
    const text = Buffer.from(TEXTS[Math.floor(random() * TEXTS.length)], 'latin1');
    return Buffer.concat([bytes.subarray(0, at), text, bytes.subarray(at)]);
  },
  (bytes, random) => {
    if (bytes.length < 8) return bytes;
    const at = Math.floor(random() * (bytes.length - 7));
    const number = NUMBERS[Math.floor(random() * NUMBERS.length)];
    if (random() < 0.5) bytes.writeDoubleLE(number, at);
    else bytes.writeInt32LE(number | 0, at);
    return bytes;
  },
];

/** A piece of at most 64 bytes, mostly. */
function range(bytes: Buffer, random: () => number): [from: number, to: number] {
  const from = place(bytes.length, random);
  const most = random() < 0.9 ? 64 : bytes.length;
  return [from, Math.min(bytes.length, from + Math.floor(random() * most))];
}

/** A copy changed in one place, or now and then in a few; the same numbers make the same changes. */
export function mutate(bytes: Buffer, random: () => number): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (
    let left = 1 + Math.floor(random() ** 3 * MOST_CHANGES);
    left > 0 && changed.length > 0;
    left--
  ) {
    changed = CHANGES[Math.floor(random() * CHANGES.length)](changed, random);
  }
  return changed;
}

/**
 * Makes the digests of an artifact's sections and head right again, in place (artifact-format.md, sections 2
 * and 3), as far as the bytes reach.
 * @param sections their number before anything was changed
 * @param headBytes where the first section began
 */
export function rightDigests(file: Buffer, sections: number, headBytes: number): Buffer {
  if (file.length < headBytes) return file;
  for (let i = 0; i < sections; i++) {
    const at = 64 + 88 * i;
    const start = Number(file.readBigUInt64LE(at + 40));
    const section = file.subarray(start, start + Number(file.readBigUInt64LE(at + 48)));
    sha256(section).copy(file, at + 56);
  }
  sha256(file.subarray(0, 32), file.subarray(64, headBytes)).copy(file, 32);
  return file;
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
