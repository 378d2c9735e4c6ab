/**
 * LZW in GeoTIFFs (TIFF 6.0, section 13). geotiff.js 3.0.5 goes in circles in damaged data until memory ends. A table that is
 * filled to its last code, as SNAP writes it (geotiffjs/geotiff.js#545), it does not read.
 */
import { sum } from 'd3-array';
import { addDecoder, BaseDecoder } from 'geotiff';

/** Compression of TIFF. */
const LZW = 5;

const CLEAR = 256;
const END = 257;
const [LEAST_BITS, MOST_BITS] = [9, 12];

class LzwDecoder extends BaseDecoder {
  override decodeBlock(block: ArrayBuffer): ArrayBuffer {
    return unpacked(new Uint8Array(block), blockBytes(this.parameters));
  }
}

/** Bytes that a whole strip or tile has, with all bands. */
export function blockBytes({
  tileWidth,
  tileHeight,
  bitsPerSample,
}: BaseDecoder['parameters']): number {
  const samples = typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample);
  return Math.ceil((tileWidth * tileHeight * sum(samples)) / 8);
}

/**
 * Bytes of a block, at most `size`. A new code is the bytes of the previous one and the byte behind them, so it is stored as
 * their place.
 */
function unpacked(packed: Uint8Array, size: number): ArrayBuffer {
  const out = new Uint8Array(size);
  const starts = new Uint32Array(1 << MOST_BITS);
  const lengths = new Uint32Array(1 << MOST_BITS);
  let [at, bits, codes, length, previous] = [0, LEAST_BITS, END + 1, 0, 0];
  while (length < size && at + bits <= 8 * packed.length) {
    const code = bitsAt(packed, at, bits);
    at += bits;
    if (code === END) break;
    if (code === CLEAR) {
      [bits, codes, previous] = [LEAST_BITS, END + 1, 0];
      continue;
    }
    if (previous > 0 && codes < starts.length) {
      starts[codes] = length - previous;
      lengths[codes++] = previous + 1;
    }
    if (code >= codes) throw new Error('damaged LZW data');
    previous = code < CLEAR ? 1 : lengths[code];
    if (code < CLEAR) out[length] = code;
    else for (let i = 0; i < previous; i++) out[length + i] = out[starts[code] + i];
    length += previous;
    if (codes + 1 >= 1 << bits && bits < MOST_BITS) bits++;
  }
  return out.buffer.slice(0, length);
}

/** A number of up to 16 bits from the bit `at` on, highest first. */
function bitsAt(bytes: Uint8Array, at: number, bits: number): number {
  const byte = Math.floor(at / 8);
  const three = (bytes[byte] << 16) | (bytes[byte + 1] << 8) | bytes[byte + 2];
  return (three >> (24 - bits - (at % 8))) & ((1 << bits) - 1);
}

addDecoder(LZW, async () => LzwDecoder);
