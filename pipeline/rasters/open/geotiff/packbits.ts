/**
 * PackBits in GeoTIFFs (TIFF 6.0, section 9). geotiff.js 3.0.5 takes the header -128 for 129 bytes, which is none, and ends the
 * process in blocks of more than about 100 MB.
 */
import { addDecoder, BaseDecoder } from 'geotiff';
import { blockBytes } from './lzw.ts';

/** Compression of TIFF. */
const PACKBITS = 32773;
const NOTHING = -128;

class PackbitsDecoder extends BaseDecoder {
  override decodeBlock(block: ArrayBuffer): ArrayBuffer {
    return unpacked(new Int8Array(block), blockBytes(this.parameters));
  }
}

/** Bytes of a block, at most `size`. A header from 0 on says how many bytes follow, one below how often the next repeats. */
function unpacked(packed: Int8Array, size: number): ArrayBuffer {
  const out = new Int8Array(size);
  let length = 0;
  for (let at = 0; at < packed.length && length < size; ) {
    const header = packed[at++];
    if (header === NOTHING) continue;
    const count = Math.min(1 + Math.abs(header), size - length);
    if (header < 0) out.fill(packed[at], length, length + count);
    else out.set(packed.subarray(at, at + count), length);
    length += count;
    at += header < 0 ? 1 : count;
  }
  return out.buffer.slice(0, length);
}

addDecoder(PACKBITS, async () => PackbitsDecoder);
