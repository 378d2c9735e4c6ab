import { inflateSync } from 'node:zlib';
import { addDecoder, BaseDecoder } from 'geotiff';
import { ZSTDDecoder } from 'zstddec';
import { lzwDecoded } from './lzw.ts';

/** A strip or tile is decoded whole, in memory: this is the most that one may hold. */
export const MOST_BLOCK_BYTES = 1 << 28;

/** Unpacks a block of at most so many bytes; throws when there are more. */
type Unpack = (packed: Uint8Array, mostBytes: number) => Uint8Array | Promise<Uint8Array>;

const zstd = new ZSTDDecoder();

/** The packings of `refuseUnreadable`, but for uncompressed blocks. */
const UNPACK: [codes: number[], unpack: Unpack][] = [
  [[5], lzwDecoded],
  [[8, 32946], inflated],
  [[32773], packBitsDecoded],
  [[50000], zstdDecoded],
];

/**
 * Puts decoders in the place of geotiff.js' own that stop at the size of a block: its own unpack
 * whatever a few bytes claim to hold.
 */
export function useBoundedDecoders(): void {
  for (const [codes, unpack] of UNPACK) {
    const decoder = decoderOf(unpack);
    addDecoder(codes, async () => decoder);
  }
}

function decoderOf(unpack: Unpack): typeof BaseDecoder {
  return class extends BaseDecoder {
    override async decodeBlock(packed: ArrayBufferLike): Promise<ArrayBufferLike> {
      const bytes = await unpack(new Uint8Array(packed), blockBytes(this.parameters));
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    }
  };
}

/** Size of a block by the file's tags; rows are filled up to whole bytes. */
function blockBytes(parameters: BaseDecoder['parameters']): number {
  const { tileWidth, tileHeight, bitsPerSample, planarConfiguration } = parameters;
  const bits =
    typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample, Number);
  const pixelBits = planarConfiguration === 2 ? Math.max(...bits) : bits.reduce((a, b) => a + b, 0);
  const rowBytes = Math.ceil((tileWidth * pixelBits) / 8);
  // A single strip may claim any number of rows.
  return Math.min(rowBytes * tileHeight, MOST_BLOCK_BYTES);
}

function inflated(packed: Uint8Array, mostBytes: number): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: mostBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw cause;
    throw new Error(`more than ${mostBytes} bytes`);
  }
}

async function zstdDecoded(packed: Uint8Array, mostBytes: number): Promise<Uint8Array> {
  await zstd.init();
  const bytes = zstd.decode(packed, mostBytes);
  if (bytes.length > 0) return bytes;
  throw new Error(`no Zstandard, or more than ${mostBytes} bytes`);
}

/**
 * PackBits (TIFF 6.0, section 9): runs of literal bytes and repeated ones. geotiff.js' own decoder
 * has no bound on what it makes.
 * @throws Error when the bytes end inside a run, or hold more than `mostBytes`
 */
function packBitsDecoded(packed: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(mostBytes);
  let end = 0;
  for (let at = 0; at < packed.length; ) {
    const head = packed[at++];
    if (head === 128) continue;
    const isRun = head > 128;
    const count = isRun ? 257 - head : head + 1;
    const used = isRun ? 1 : count;
    if (end + count > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    if (at + used > packed.length) throw new Error('ends inside a run');
    if (isRun) out.fill(packed[at], end, end + count);
    else out.set(packed.subarray(at, at + count), end);
    at += used;
    end += count;
  }
  return out.slice(0, end);
}
