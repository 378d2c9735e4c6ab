/** Blocks of a dataset in memory, those used last, each with what answers from it need. */
import { type CellBlock, decodeBlock } from '../../../schemas/codec/cells/block.ts';
import { blockGrid, blockPlace } from '../../../schemas/codec/cells/block-frame.ts';
import type { BlockEntry, CellsHead } from '../../../schemas/codec/cells/cells-head.ts';
import { inflate } from '../../../schemas/codec/cells/inflate.ts';
import { windowCovers } from '../../../schemas/codec/cells/mask-window.ts';
import { blockDigest, hexOf, isSame } from '../../../schemas/codec/digest.ts';
import { maskOf } from '../../../schemas/codec/pv-yield-artifact.ts';
import { type CellData, headerTables } from '../../api/yield/cell-data.ts';
import type { Carrier } from './carriers.ts';
import type { KeptFiles } from './kept-files.ts';

/** Blocks in memory: 90 kB each. */
const MOST_BLOCKS = 64;

/** A block that is ready. */
interface ReadyBlock extends CellData {
  window: CellBlock['window'];
}

/** Finds the cells around points. */
export interface Blocks {
  /** The cells around a point (degrees); null when it is not covered. */
  around(lat: number, lng: number): Promise<CellData | null>;
}

/** The blocks that a head lists. */
export function blocksOf(head: CellsHead, carrier: Carrier, kept: KeptFiles | null): Blocks {
  const { header, frame, blocks } = head;
  const { step_deg } = header.grid;
  const mask = maskOf(header.coverage_mask);
  const tables = headerTables(header);
  const ready = new Map<number, Promise<ReadyBlock>>();

  async function load(place: number, entry: BlockEntry): Promise<ReadyBlock> {
    const bytes = await inflate(await bytesOf(entry, head.fileLength, carrier, kept));
    const block = decodeBlock(bytes, header, blockGrid(frame, step_deg, place));
    return { artifact: block.cells, window: block.window, ...tables, cells: new Map() };
  }

  function at(place: number, entry: BlockEntry): Promise<ReadyBlock> {
    const block = ready.get(place) ?? load(place, entry);
    ready.delete(place);
    ready.set(place, block);
    const [oldest] = ready.keys();
    if (ready.size > MOST_BLOCKS && oldest !== undefined) ready.delete(oldest);
    block.catch(() => ready.delete(place));
    return block;
  }

  return {
    async around(lat, lng) {
      const place = blockPlace(frame, step_deg, lat, lng);
      const entry = blocks[place];
      if (!entry) return null;
      const block = await at(place, entry);
      return windowCovers(mask, block.window, lat, lng) ? block : null;
    },
  };
}

async function bytesOf(
  entry: BlockEntry,
  fileLength: number,
  carrier: Carrier,
  kept: KeptFiles | null,
): Promise<Uint8Array> {
  const name = hexOf(entry.digest);
  const known = await kept?.get(name);
  if (known && isSame(blockDigest(known), entry.digest)) return known;
  const bytes = await carrier.block(entry, fileLength);
  await kept?.put(name, bytes);
  return bytes;
}
