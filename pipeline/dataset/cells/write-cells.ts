/** Writes cells.bin from pv-yield.bin (schemas/codec/cells/cells-format.md), a row of blocks at a time. */
import { setImmediate } from 'node:timers/promises';
import { type CellBlock, decodeBlock, encodeBlock } from '../../../schemas/codec/cells/block.ts';
import { type BlockFrame, blockFrame } from '../../../schemas/codec/cells/block-frame.ts';
import { type BlockRecord, encodeCellsHead } from '../../../schemas/codec/cells/cells-head.ts';
import { checkRoom } from '../../files/disk-room.ts';
import { beginWhole } from '../../files/write-whole.ts';
import { blocksOfRow, type PreparedBlock } from './block-rows.ts';
import { blockDigest } from './block-digest.ts';
import { type OpenDataset, openDataset } from './cell-rows.ts';
import { deflate, inflateTo } from './deflate.ts';
import { scratchFile } from './scratch-file.ts';

/** Squares along a block's side: fewer make more of a file, more make more of a read (cells-format.md section 1). */
const SQUARES = 2;

/** Figures of a written file. */
export interface CellsWritten {
  blocks: number;
  bytes: number;
}

/**
 * Writes the second form of a yield dataset; every block is decoded back and compared.
 * @param from a pv-yield.bin
 * @param path where to
 * @throws Error naming a file that cannot be read or written, or a block that does not come back as it was
 */
export async function writeCells(from: string, path: string): Promise<CellsWritten> {
  const dataset = await openDataset(from);
  const blockBytes = scratchFile(`${path}.blocks`);
  try {
    const frame = blockFrame(dataset.grid, SQUARES);
    const records = await appendBlocks(dataset, frame, blockBytes.append);
    const head = encodeCellsHead(dataset.header, frame, records, deflate);
    const bytes = head.length + blockBytes.length();
    checkRoom(path, bytes);
    const file = beginWhole(path);
    let at = file.write(head, 0, bytes);
    for (const piece of blockBytes.pieces()) at = file.write(piece, at, bytes);
    file.finish();
    return { blocks: records.filter((record) => record).length, bytes };
  } finally {
    blockBytes.remove();
    dataset.close();
  }
}

/** Appends every block, deflated. @returns their lengths and digests by place */
async function appendBlocks(
  dataset: OpenDataset,
  frame: BlockFrame,
  append: (bytes: Uint8Array) => void,
): Promise<(BlockRecord | undefined)[]> {
  const records = new Array<BlockRecord | undefined>(frame.rows * frame.cols).fill(undefined);
  for (let row = 0; row < frame.rows; row++) {
    for (const prepared of blocksOfRow(dataset, frame, row)) {
      const bytes = checkedBytes(prepared);
      append(bytes);
      records[prepared.place] = { length: bytes.length, digest: blockDigest(bytes) };
    }
    // Other work of the process, as saying that it lives, has its turn between rows.
    await setImmediate();
  }
  return records;
}

function checkedBytes({ place, block, references, differences }: PreparedBlock): Uint8Array {
  const encoded = encodeBlock(block, references, differences);
  const bytes = deflate(encoded);
  const { header, grid } = block.cells;
  const inflated = inflateTo(encoded.length, bytes);
  const difference = differenceOf(block, decodeBlock(inflated, header, grid));
  if (difference === null) return bytes;
  throw new Error(
    `Block ${place} does not come back as it was written: its ${difference} differs.`,
  );
}

/** The part in which two blocks differ, bit by bit; null if in none. */
function differenceOf(a: CellBlock, b: CellBlock): string | null {
  const [partsA, partsB] = [partsOf(a), partsOf(b)];
  const names = Object.keys({ ...partsA, ...partsB });
  return names.find((name) => !isSame(partsA[name], partsB[name])) ?? null;
}

function partsOf({ cells, window }: CellBlock): Record<string, unknown> {
  const { header, grid, ...sections } = cells;
  return { ...sections, ...window };
}

function isSame(a: unknown, b: unknown): boolean {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return a === b;
  return Buffer.compare(rawOf(a), rawOf(b)) === 0;
}

function rawOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
