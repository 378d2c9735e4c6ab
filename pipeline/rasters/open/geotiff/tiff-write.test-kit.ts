/** Writes small TIFFs of float32 in one strip, with any tags, by the specification (TIFF 6.0, section 2). */

/** Text, whole numbers of two bytes, or floating-point numbers. */
export type TagValue = string | { short: readonly number[] } | { double: readonly number[] };

/** Bytes of a TIFF file whose rows have 2 pixels, with its bands side by side. */
export function tiffFile(
  values: Float32Array,
  bands: number,
  tags: ReadonlyMap<number, TagValue>,
): Buffer {
  const short = (...numbers: number[]): TagValue => ({ short: numbers });
  const count = values.length / bands;
  const all = new Map<number, TagValue>([
    [256, short(2)],
    [257, short(count / 2)],
    [258, short(...Array(bands).fill(32))],
    [259, short(1)],
    [262, short(1)],
    [273, short(8)],
    [277, short(bands)],
    [278, short(count / 2)],
    [279, short(values.byteLength)],
    [339, short(...Array(bands).fill(3))],
    ...tags,
  ]);
  const directoryAt = 8 + values.byteLength;
  let valuesAt = directoryAt + 2 + 12 * all.size + 4;
  const entries: Buffer[] = [];
  const outside: Buffer[] = [];
  for (const [code, value] of [...all].sort(([a], [b]) => a - b)) {
    const { type, length, bytes } = encoded(value);
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(code, 0);
    entry.writeUInt16LE(type, 2);
    entry.writeUInt32LE(length, 4);
    if (bytes.length <= 4) bytes.copy(entry, 8);
    else {
      entry.writeUInt32LE(valuesAt, 8);
      valuesAt += bytes.length;
      outside.push(bytes);
    }
    entries.push(entry);
  }
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(directoryAt, 4);
  const size = Buffer.alloc(2);
  size.writeUInt16LE(entries.length);
  const pixels = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([head, pixels, size, ...entries, Buffer.alloc(4), ...outside]);
}

function encoded(value: TagValue): { type: number; length: number; bytes: Buffer } {
  if (typeof value === 'string') {
    const bytes = Buffer.from(`${value}\0`, 'utf8');
    return { type: 2, length: bytes.length, bytes };
  }
  if ('short' in value) {
    const bytes = Buffer.from(Uint16Array.from(value.short).buffer);
    return { type: 3, length: value.short.length, bytes };
  }
  const bytes = Buffer.from(Float64Array.from(value.double).buffer);
  return { type: 12, length: value.double.length, bytes };
}
