import { deflateSync, Inflate } from 'fflate';
import { joinBytes } from './section.ts';

/**
 * Input that is inflated at a time: it becomes at most 4.2 MB (deflate makes 1 032 bytes of one). Each piece costs a copy of
 * the 32 kB that the next may repeat.
 */
const PIECE_BYTES = 4096;

/** Raw deflate (RFC 1951), the same bytes on every engine. */
export function deflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return deflateSync(bytes, { level: 9 });
}

/** A way to inflate. Servers have Node's own, which needs no time to warm up: 1 ms instead of 25 for the mask of Sweden. */
export type Unpack = (bytes: Uint8Array, mostBytes: number) => Uint8Array<ArrayBuffer>;

/**
 * The bytes that a raw deflate stream is of. A stream of more than `mostBytes` is given up before it fills the memory.
 * @throws Error when it is no such stream, cut, or too long
 */
export function inflate(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const stream = new Inflate((piece, isLast) => {
    length += piece.length;
    if (length > mostBytes) throw new Error(`inflates to more than ${mostBytes} bytes`);
    pieces.push(piece);
    isWhole = isLast;
  });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const end = at + PIECE_BYTES;
    stream.push(bytes.subarray(at, end), end >= bytes.length);
  }
  if (!isWhole) throw new Error('is cut');
  return joinBytes(pieces);
}
