/** What finds a cell in pv-yield.bin: grid, numbers of the cells, coverage. Small, and read whole by every reader. */
import type { PvYieldHeader } from '../types.ts';
import { cellRowsBytes, decodeCellRows } from './cell-rows.ts';
import { checkCells, checkMask } from './check-artifact.ts';
import { inflate, type Unpack } from './deflated.ts';
import {
  gridOf,
  maskBytes,
  maskOf,
  type PvYieldArtifact,
  RECORD_DIGEST,
  type SectionName,
} from './pv-yield-artifact.ts';
import type { SectionData } from './section.ts';

/** The part of a dataset that is not by cell. */
export type DatasetIndex = Pick<PvYieldArtifact, 'header' | 'grid' | 'cell_index' | 'mask'> & {
  /** Digests of the records, RECORD_DIGEST bytes each. */
  recordDigests: Uint8Array;
};

/** Numbers of 8 MB: all of Europe by steps of 0.04°. */
const MOST_PLACES = 2 ** 21;

/**
 * Decodes the index of a dataset. Of a part of one, whose cells bear the numbers of the whole, too.
 * @param header checked by its schema, or from a source whose digest is known
 * @param unpack inflates the mask
 * @throws Error naming the file and what is wrong
 */
export function decodeIndex(
  header: PvYieldHeader,
  sections: ReadonlyMap<string, SectionData>,
  name: string,
  unpack: Unpack = inflate,
): DatasetIndex {
  checkMask(header.coverage_mask, name);
  const grid = gridOf(header.grid);
  if (grid.rows * grid.cols > MOST_PLACES) {
    throw new Error(
      `${name}: header "grid" has ${grid.rows} x ${grid.cols} places, expected at most ${MOST_PLACES}. Run "make artifacts".`,
    );
  }
  const bytes = bytesOf(sections, 'cell_rows', name, cellRowsBytes(grid));
  const cell_index = decodeCellRows(bytes, grid, name);
  if (!header.shard) checkCells({ grid, cell_index }, header.cells, name);
  const digestBytes = RECORD_DIGEST * header.cells;
  return {
    header,
    grid,
    cell_index,
    mask: { ...maskOf(header.coverage_mask), bits: coverageBits(header, sections, name, unpack) },
    recordDigests: bytesOf(sections, 'record_digests', name, digestBytes),
  };
}

function coverageBits(
  { coverage_mask }: PvYieldHeader,
  sections: ReadonlyMap<string, SectionData>,
  name: string,
  unpack: Unpack,
): Uint8Array {
  const expected = maskBytes(coverage_mask);
  const deflated = bytesOf(sections, 'coverage', name);
  try {
    const bits = unpack(deflated, expected);
    if (bits.length !== expected) throw new Error(`inflates to ${bits.length} bytes`);
    return bits;
  } catch (cause) {
    throw new Error(
      `${name}: section "coverage" ${(cause as Error).message}, expected ${expected} bytes for its header. Run "make artifacts".`,
      { cause },
    );
  }
}

/** The bytes of a section. @throws Error when it is missing, of another type or of another length */
export function bytesOf(
  sections: ReadonlyMap<string, SectionData>,
  section: SectionName,
  name: string,
  byteLength?: number,
): Uint8Array<ArrayBuffer> {
  const data = sections.get(section);
  const wrong = (what: string) =>
    new Error(`${name}: section "${section}" ${what}. Run "make artifacts".`);
  if (!data) throw wrong('is missing');
  if (!(data instanceof Uint8Array)) throw wrong('is not uint8');
  if (byteLength !== undefined && data.length !== byteLength) {
    throw wrong(`has ${data.length} bytes, expected ${byteLength} for its header`);
  }
  return data as Uint8Array<ArrayBuffer>;
}
