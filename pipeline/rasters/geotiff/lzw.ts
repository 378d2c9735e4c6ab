const CLEAR = 256;
const END = 257;
const FIRST_STRING = 258;
const LEAST_BITS = 9;
const MOST_BITS = 12;
const MOST_STRINGS = 1 << MOST_BITS;
const NONE = -1;

/**
 * LZW as TIFF packs it (TIFF 6.0, section 13): codes of 9 to 12 bits, highest bit first, one wider a
 * code early. geotiff.js' own decoder has no bound on what it makes.
 * @throws Error when the bytes are no LZW, or hold more than `mostBytes`
 */
export function lzwDecoded(packed: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(mostBytes);
  // A string is the one of `prefix` with a byte behind it; the first 256 are single bytes.
  const prefix = new Uint16Array(MOST_STRINGS);
  const last = Uint8Array.from({ length: MOST_STRINGS }, (_, i) => i);
  const length = new Uint16Array(MOST_STRINGS).fill(1);
  let end = 0;
  let next = FIRST_STRING;
  let bits = LEAST_BITS;
  let before = NONE;
  for (let at = 0; at + bits <= packed.length * 8; ) {
    const code = bitsAt(packed, at, bits);
    at += bits;
    if (code === END) break;
    if (code === CLEAR) {
      next = FIRST_STRING;
      bits = LEAST_BITS;
      before = NONE;
      continue;
    }
    const isNew = code >= next;
    if (isNew && (code > next || before === NONE)) throw new Error(`no LZW: code ${code}`);
    const string = isNew ? before : code;
    const stringEnd = end + length[string];
    if (stringEnd + (isNew ? 1 : 0) > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    let rest = string;
    for (let p = stringEnd - 1; p >= end; p--) {
      out[p] = last[rest];
      rest = prefix[rest];
    }
    // The string that is defined just here ends with its own first byte.
    if (isNew) out[stringEnd] = out[end];
    if (before !== NONE && next < MOST_STRINGS) {
      prefix[next] = before;
      last[next] = out[end];
      length[next] = length[before] + 1;
      next++;
      if (next === (1 << bits) - 1 && bits < MOST_BITS) bits++;
    }
    end = stringEnd + (isNew ? 1 : 0);
    before = code;
  }
  return out.slice(0, end);
}

/** A number of at most 12 bits from a bit on; beyond the last byte are zeros. */
function bitsAt(bytes: Uint8Array, bit: number, count: number): number {
  const byte = bit >> 3;
  const three = (bytes[byte] << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
  return (three >> (24 - (bit & 7) - count)) & ((1 << count) - 1);
}
