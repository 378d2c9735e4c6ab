/** A tag of a TIFF directory (TIFF 6.0, section 2): its number, type and values. */
export interface TiffTag {
  tag: number;
  type: keyof typeof TYPES;
  values: readonly number[];
}

const TYPES = {
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
} as const;
const COUNT_BYTES = 2;
const ENTRY_BYTES = 12;
const NEXT_BYTES = 4;
/** Values of no more bytes stand in the entry itself. */
const INLINE_BYTES = 4;

/** The values of an ASCII tag: a text in ASCII and the zero that ends it. */
export function asciiValues(text: string): number[] {
  return [...new TextEncoder().encode(`${text}\0`)];
}

/** Length of a directory with the values that it points to; it does not depend on what they are. */
export function directoryLength(tags: readonly TiffTag[]): number {
  const entries = COUNT_BYTES + tags.length * ENTRY_BYTES + NEXT_BYTES;
  return tags.reduce((length, tag) => length + outsideBytes(tag), entries);
}

/**
 * Writes a directory, little-endian, its tags in ascending order and the values behind the entries.
 * @param at where in the file it begins, an even number
 * @param next where the next directory begins, 0 after the last
 */
export function writeDirectory(
  view: DataView,
  at: number,
  tags: readonly TiffTag[],
  next: number,
): void {
  const sorted = [...tags].sort((a, b) => a.tag - b.tag);
  let outside = at + COUNT_BYTES + sorted.length * ENTRY_BYTES + NEXT_BYTES;
  view.setUint32(outside - NEXT_BYTES, next, true);
  view.setUint16(at, sorted.length, true);
  sorted.forEach((tag, i) => {
    const entry = at + COUNT_BYTES + i * ENTRY_BYTES;
    view.setUint16(entry, tag.tag, true);
    view.setUint16(entry + 2, TYPES[tag.type].code, true);
    view.setUint32(entry + 4, tag.values.length, true);
    if (outsideBytes(tag) === 0) {
      writeValues(view, entry + 8, tag);
      return;
    }
    view.setUint32(entry + 8, outside, true);
    writeValues(view, outside, tag);
    outside += outsideBytes(tag);
  });
}

function outsideBytes({ type, values }: TiffTag): number {
  const bytes = values.length * TYPES[type].bytes;
  return bytes <= INLINE_BYTES ? 0 : bytes + (bytes % 2);
}

function writeValues(view: DataView, at: number, { type, values }: TiffTag): void {
  const { bytes } = TYPES[type];
  values.forEach((value, i) => {
    const place = at + i * bytes;
    if (type === 'double') view.setFloat64(place, value, true);
    else if (type === 'long') view.setUint32(place, value, true);
    else if (type === 'short') view.setUint16(place, value, true);
    else view.setUint8(place, value);
  });
}
