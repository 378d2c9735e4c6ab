/** Writes small TIFFs of float32 in one strip, with any tags, by the specification (TIFF 6.0, section 2). */

/** Text, numbers of two bytes, floating-point numbers, or a tag's type, number of values, and value or offset. */
export type TagValue =
  | string
  | { short: readonly number[] }
  | { double: readonly number[] }
  | readonly [type: number, count: number, value: number];

export interface WrittenTiff {
  width: number;
  height: number;
  /** Pixels, with their bands side by side. */
  strip: Uint8Array;
  bands?: number;
  /** In place of the usual ones, or in addition. */
  tags?: Record<number, TagValue>;
  /** Where the directory says that the next one is. */
  nextPage?: number;
}

/** Behind the directory and its values. */
const STRIP_AT = 8192;

/** Bytes of a file whose directory begins at byte 8. */
export function tiffFile({
  width,
  height,
  strip,
  bands = 1,
  tags = {},
  nextPage = 0,
}: WrittenTiff): Buffer {
  const all = Object.entries<TagValue>({
    256: [4, 1, width],
    257: [4, 1, height],
    258: { short: Array(bands).fill(32) },
    259: [3, 1, 1],
    262: [3, 1, 1],
    273: [4, 1, STRIP_AT],
    277: [3, 1, bands],
    278: [4, 1, height],
    279: [4, 1, strip.byteLength],
    284: [3, 1, 1],
    339: { short: Array(bands).fill(3) },
    ...tags,
  });
  const head = Buffer.alloc(STRIP_AT);
  head.write('II*\0\x08', 'latin1');
  head.writeUInt16LE(all.length, 8);
  let at = 10;
  let valuesAt = at + 12 * all.length + 4;
  for (const [code, value] of all) {
    const { type, count, bytes } = encoded(value);
    head.writeUInt16LE(Number(code), at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    if (bytes.length > 4) head.writeUInt32LE(valuesAt, at + 8);
    if (bytes.length > 4) valuesAt += bytes.copy(head, valuesAt);
    else bytes.copy(head, at + 8);
    at += 12;
  }
  head.writeUInt32LE(nextPage, at);
  return Buffer.concat([head, strip]);
}

function encoded(value: TagValue): { type: number; count: number; bytes: Buffer } {
  if (typeof value === 'string') {
    const bytes = Buffer.from(`${value}\0`, 'utf8');
    return { type: 2, count: bytes.length, bytes };
  }
  if ('short' in value) {
    const bytes = Buffer.from(Uint16Array.from(value.short).buffer);
    return { type: 3, count: value.short.length, bytes };
  }
  if ('double' in value) {
    const bytes = Buffer.from(Float64Array.from(value.double).buffer);
    return { type: 12, count: value.double.length, bytes };
  }
  const [type, count, number] = value;
  return { type, count, bytes: Buffer.from(Uint32Array.of(number).buffer) };
}
