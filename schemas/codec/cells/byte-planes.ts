/**
 * Values of a block's cells with bytes of equal weight side by side, which deflate finds more alike
 * (cells-format.md section 5).
 */

/** Bytes being written one after another. */
export interface ByteWriter {
  bytes: Uint8Array;
  at: number;
}

/** Bytes being read one after another. */
export type ByteReader = ByteWriter;

/**
 * Takes the next bytes.
 * @throws Error when there are not so many
 */
export function takeBytes(reader: ByteReader, length: number): Uint8Array {
  const end = reader.at + length;
  if (end > reader.bytes.length) {
    throw new Error(`it ends at byte ${reader.bytes.length}, expected ${end} at least`);
  }
  const taken = reader.bytes.subarray(reader.at, end);
  reader.at = end;
  return taken;
}

/** Appends bytes. */
export function putBytes(writer: ByteWriter, bytes: Uint8Array): void {
  writer.bytes.set(bytes, writer.at);
  writer.at += bytes.length;
}

/** Appends values (or records of some) of `size` bytes each: their first bytes, their second ones, and so on. */
export function putPlanes(writer: ByteWriter, values: Uint8Array, size: number): void {
  for (let byte = 0; byte < size; byte++) {
    for (let i = byte; i < values.length; i += size) writer.bytes[writer.at++] = values[i];
  }
}

/** Takes `count` values of `size` bytes each, in their own order of bytes. */
export function takePlanes(
  reader: ByteReader,
  count: number,
  size: number,
): Uint8Array<ArrayBuffer> {
  const planes = takeBytes(reader, count * size);
  const values = new Uint8Array(count * size);
  for (let byte = 0; byte < size; byte++) {
    for (let i = 0; i < count; i++) values[i * size + byte] = planes[byte * count + i];
  }
  return values;
}
