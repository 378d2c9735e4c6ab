/** The sections of an artifact as typed arrays. Where they lie in a file is artifact.ts's. */

/** Reads, writes and hashes go in pieces: each of them has a limit of its own near 2 GiB. */
const PIECE_BYTES = 1 << 22;

/** Element types by the code of artifact-format.md section 3. */
export const ELEMENT_TYPES = {
  uint8: { code: 1, array: Uint8Array },
  uint16: { code: 2, array: Uint16Array },
  int32: { code: 3, array: Int32Array },
  float32: { code: 4, array: Float32Array },
  float64: { code: 5, array: Float64Array },
  int16: { code: 6, array: Int16Array },
} as const;
export type ElementType = keyof typeof ELEMENT_TYPES;
export type SectionData =
  | Uint8Array
  | Uint16Array
  | Int16Array
  | Int32Array
  | Float32Array
  | Float64Array;

export interface SectionPlan {
  name: string;
  type: ElementType;
  byteLength: number;
}

export function bytesPerElement(type: ElementType): number {
  return ELEMENT_TYPES[type].array.BYTES_PER_ELEMENT;
}

/** A section where it lies in memory, as an array of its type. */
export function sectionView(
  memory: ArrayBuffer,
  { type, offset, byteLength }: { type: ElementType; offset: number; byteLength: number },
): SectionData {
  const { array } = ELEMENT_TYPES[type];
  return new array(memory, offset, byteLength / array.BYTES_PER_ELEMENT);
}

/** An array's bytes in pieces, first to last, as views on its memory. */
export function* pieces<Memory extends ArrayBufferLike>(
  data: { buffer: Memory } & ArrayBufferView,
): Generator<Uint8Array<Memory>> {
  for (let at = 0; at < data.byteLength; at += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, data.byteLength - at);
    yield new Uint8Array(data.buffer, data.byteOffset + at, length);
  }
}

/** Some bytes, one part after the other, in memory of their own. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
