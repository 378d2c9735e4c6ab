import { type CellBlock, decodeBlock, encodeBlock } from '../../../schemas/codec/cells/block.ts';
import type { BlockFrame } from '../../../schemas/codec/cells/block-frame.ts';
import type { BlockRecord } from '../../../schemas/codec/cells/cells-head.ts';
import { blockDigest } from '../../../schemas/codec/digest.ts';
import { blocksOfRow, type PreparedBlock } from './block-rows.ts';
import type { OpenDataset } from './cell-rows.ts';
import { deflate, inflateTo } from './deflate.ts';

/** A row of blocks to encode. */
export interface BlocksTask {
  dataset: OpenDataset;
  frame: BlockFrame;
  row: number;
}

/** The blocks of a row, one behind the other, and what the directory says of each. */
export interface EncodedBlocks {
  records: (BlockRecord & { place: number })[];
  bytes: Uint8Array;
}

/**
 * Encodes and deflates the blocks of a row; each is decoded back and compared.
 * @throws Error naming a block that does not come back as it was, or the file that cannot be read
 */
export function encodeBlocks({ dataset, frame, row }: BlocksTask): EncodedBlocks {
  const blocks = Array.from(blocksOfRow(dataset, frame, row), (prepared) => ({
    place: prepared.place,
    bytes: checkedBytes(prepared),
  }));
  const length = blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  // Memory that goes from thread to thread without being copied.
  const all = new Uint8Array(new SharedArrayBuffer(length));
  let end = 0;
  const records = blocks.map(({ place, bytes }) => {
    all.set(bytes, end);
    end += bytes.length;
    return { place, length: bytes.length, digest: blockDigest(bytes) };
  });
  return { records, bytes: all };
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
