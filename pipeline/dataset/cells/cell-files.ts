import { closeSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  CELLS_PREAMBLE,
  cellsHeadLength,
  decodeCellsHead,
} from '../../../schemas/codec/cells/cells-head.ts';
import { blockDigest, hexOf, isSame } from '../../../schemas/codec/digest.ts';
import { writeFileWhole } from '../../files/write-whole.ts';

/** Name of the head among the files that are named by their digests. */
const HEAD_FILE = 'head.bin';

/**
 * Writes a cells.bin as files named by digest (schemas/codec/cells/cells-format.md section 1), the head last.
 * @returns their number
 * @throws Error naming the file when it is damaged
 */
export async function writeCellFiles(path: string, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const file = openSync(path, 'r');
  try {
    const bytes = readAt(file, 0, cellsHeadLength(readAt(file, 0, CELLS_PREAMBLE), path));
    const head = await decodeCellsHead(bytes, path);
    const entries = head.blocks.filter((entry) => entry !== undefined);
    for (const { offset, length, digest } of entries) {
      const block = readAt(file, offset, length);
      if (!isSame(blockDigest(block), digest)) {
        throw new Error(`${path}: the block at byte ${offset} is damaged. Run "make artifacts".`);
      }
      writeFileWhole(join(folder, `${hexOf(digest)}.bin`), block);
    }
    writeFileWhole(join(folder, HEAD_FILE), bytes);
    return entries.length + 1;
  } finally {
    closeSync(file);
  }
}

/** Bytes of a file; fewer where it ends. */
function readAt(file: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const read = readSync(file, bytes, done, length - done, offset + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}
