import { strFromU8 } from 'fflate';

/** A file in a zip, as it is packed there. */
export interface ZipEntry {
  path: string;
  packed: Uint8Array;
  isDeflated: boolean;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
/** Bytes of a directory's end, of its locator and of an entry without its names. */
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Stands where a number of 64 bits is elsewhere. */
const WIDE = 0xffff_ffff;
const UTF_8 = 0x800;
const DEFLATED = 8;

/**
 * Lists a zip's files by the directory at its end, and inflates none. What the directory says of their sizes is not
 * looked at: it may be untrue. Source: PKWARE's APPNOTE 6.3.
 * @throws RangeError for what is no whole zip
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  for (let { at, count } = findDirectory(view); count > 0; count--) {
    expectSignature(view, at, ENTRY);
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((i) =>
      view.getUint16(at + i, true),
    );
    const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const { packedBytes, start } = whereabouts(view, at, at + ENTRY_BYTES + nameBytes, extraBytes);
    const from =
      start + LOCAL_BYTES + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    entries.push({
      path: strFromU8(name, (view.getUint16(at + 8, true) & UTF_8) === 0),
      packed: bytes.subarray(from, from + packedBytes),
      isDeflated: view.getUint16(at + 10, true) === DEFLATED,
    });
    at += ENTRY_BYTES + nameBytes + extraBytes + noteBytes;
  }
  return entries;
}

function findDirectory(view: DataView): { at: number; count: number } {
  let end = view.byteLength - END_BYTES;
  while (view.getUint32(end, true) !== END) end--;
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64)
    return { at: view.getUint32(end + 16, true), count: view.getUint16(end + 10, true) };
  const end64 = wide(view, locator + 8);
  expectSignature(view, end64, END_64);
  return { at: wide(view, end64 + 48), count: wide(view, end64 + 32) };
}

/** Where an entry's content is. Numbers that do not fit are in an extra field with the id 1, in this order. */
function whereabouts(view: DataView, at: number, extra: number, extraBytes: number) {
  const numbers = [24, 20, 42].map((i) => view.getUint32(at + i, true));
  let field = extra;
  while (numbers.includes(WIDE) && view.getUint16(field, true) !== 1) {
    field += 4 + view.getUint16(field + 2, true);
    if (field >= extra + extraBytes) throw new RangeError('no sizes of 64 bits');
  }
  let next = field + 4;
  const [, packedBytes, start] = numbers.map((number) => {
    if (number !== WIDE) return number;
    next += 8;
    return wide(view, next - 8);
  });
  return { packedBytes, start };
}

function wide(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function expectSignature(view: DataView, at: number, signature: number): void {
  if (view.getUint32(at, true) !== signature) throw new RangeError('no directory of a zip');
}
