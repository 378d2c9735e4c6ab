import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { fullDisk } from '../../files/disk-room.ts';

/** Bytes that are written one after another and read once, where they might not fit in memory. */
export interface ScratchFile {
  append(bytes: Uint8Array): void;
  length(): number;
  pieces(): Generator<Uint8Array>;
  remove(): void;
}

const PIECE_BYTES = 1 << 22;

/** Begins a file of that name. @throws Error, also from `append`, naming it when there is no room */
export function scratchFile(path: string): ScratchFile {
  const file = openSync(path, 'w+');
  let end = 0;
  return {
    append(bytes) {
      try {
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(file, bytes, done, bytes.length - done, end + done);
        }
      } catch (error) {
        throw fullDisk(error, path, end + bytes.length) ?? error;
      }
      end += bytes.length;
    },
    length: () => end,
    *pieces() {
      for (let at = 0; at < end; at += PIECE_BYTES) {
        const piece = new Uint8Array(Math.min(PIECE_BYTES, end - at));
        for (let done = 0; done < piece.length; ) {
          done += readSync(file, piece, done, piece.length - done, at + done);
        }
        yield piece;
      }
    },
    remove() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}
