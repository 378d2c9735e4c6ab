/** Writes cells.bin from pv-yield.bin (schemas/codec/cells/cells-format.md), a row of blocks at a time. */
import { closeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type BlockFrame, blockFrame } from '../../../schemas/codec/cells/block-frame.ts';
import { type BlockRecord, encodeCellsHead } from '../../../schemas/codec/cells/cells-head.ts';
import { checkRoom } from '../../files/disk-room.ts';
import { beginWhole } from '../../files/write-whole.ts';
import { inOrder } from '../in-order.ts';
import type { OpenDataset } from './cell-rows.ts';
import { deflate } from './deflate.ts';
import { type BlocksTask, type EncodedBlocks, encodeBlocks } from './encode-blocks.ts';
import { openDataset } from './open-dataset.ts';
import { type ScratchFile, scratchFile } from './scratch-file.ts';

/** Squares along a block's side: fewer make more of a file, more make more of a read (cells-format.md section 1). */
const SQUARES = 2;

/** Figures of a written file. */
export interface CellsWritten {
  blocks: number;
  bytes: number;
}

/** Threads that encode rows of blocks. */
export interface Encoders {
  workers: number;
  encodeBlocks: (task: BlocksTask) => Promise<EncodedBlocks>;
}

const CALLING_THREAD: Encoders = { workers: 1, encodeBlocks: async (task) => encodeBlocks(task) };

/**
 * Writes the second form of a yield dataset; every block is decoded back and compared.
 * @param from a pv-yield.bin
 * @param path where to
 * @throws Error naming a file that cannot be read or written, or a block that does not come back as it was
 */
export async function writeCells(
  from: string,
  path: string,
  encoders = CALLING_THREAD,
): Promise<CellsWritten> {
  const dataset = await openDataset(from);
  const blockBytes = scratchFile(`${path}.blocks`);
  try {
    const frame = blockFrame(dataset.grid, SQUARES);
    const records = await appendBlocks(dataset, frame, blockBytes, encoders);
    const head = encodeCellsHead(dataset.header, frame, records, deflate);
    const bytes = head.length + blockBytes.length();
    checkRoom(path, bytes);
    const file = beginWhole(path);
    try {
      let at = file.write(head, 0, bytes);
      for (const piece of blockBytes.pieces()) at = file.write(piece, at, bytes);
    } catch (error) {
      file.abandon();
      throw error;
    }
    file.finish();
    return { blocks: records.filter((record) => record).length, bytes };
  } finally {
    blockBytes.remove();
    closeSync(dataset.file.descriptor);
  }
}

/** Appends every block, deflated. @returns their lengths and digests by place */
async function appendBlocks(
  dataset: OpenDataset,
  frame: BlockFrame,
  { append }: ScratchFile,
  encoders: Encoders,
): Promise<(BlockRecord | undefined)[]> {
  const places = new Array<BlockRecord | undefined>(frame.rows * frame.cols).fill(undefined);
  const tasks = rowTasks(dataset, frame, encoders);
  for await (const { records, bytes } of inOrder(tasks, encoders.workers)) {
    append(bytes);
    for (const { place, length, digest } of records) places[place] = { length, digest };
  }
  return places;
}

async function* rowTasks(
  dataset: OpenDataset,
  frame: BlockFrame,
  { encodeBlocks }: Encoders,
): AsyncGenerator<() => Promise<EncodedBlocks>, void> {
  for (let row = 0; row < frame.rows; row++) {
    // Other work of the process, as saying that it lives, has its turn between rows.
    await setImmediate();
    yield () => encodeBlocks({ dataset, frame, row });
  }
}
