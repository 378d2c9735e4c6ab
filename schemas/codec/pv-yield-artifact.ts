/** pv-yield.bin without its records (artifact-format.md section 5): types, sections, and the index that finds a cell. */
import type { GridHeader, MaskHeader, PvYieldHeader } from '../types.ts';
import { type CellValues, recordLayout } from './cell-records.ts';
import { checkCells, checkedSection, checkMask, damaged } from './check-artifact.ts';
import { type CoverageMask, type MaskFrame, maskBytes } from './coverage-mask.ts';
import { inflate, type Unpack } from './deflated.ts';
import type { Grid } from './grid.ts';
import type { SectionData, SectionPlan } from './section.ts';

/** Cells that lookups are answered from: a dataset's, or those around a place. */
export interface PvYieldCells extends CellValues {
  header: PvYieldHeader;
  grid: Grid;
  /** Per grid place [row][col]: the cell's ordinal, -1 where there is none. */
  cell_index: Int32Array;
}

/** A loaded yield dataset. */
export interface PvYieldArtifact extends PvYieldCells {
  mask: CoverageMask;
}

/** Sections, in the order of the file. */
export type SectionName = 'coverage' | 'cell_rows' | 'record_digests' | 'records';

/** Bytes of the SHA-256 by which a reader of ranges checks a record: every first lookup reads those of all cells. */
export const RECORD_DIGEST = 8;

/**
 * The sections of a dataset of this header.
 * @param coverageBytes bytes of the mask, deflated
 */
export function pvYieldSections(
  header: PvYieldHeader,
  coverageBytes: number,
): (SectionPlan & { name: SectionName })[] {
  const lengths: Record<SectionName, number> = {
    coverage: coverageBytes,
    cell_rows: cellRowsBytes(header.grid),
    record_digests: RECORD_DIGEST * header.cells,
    records: recordLayout(header).bytes * header.cells,
  };
  const names = Object.keys(lengths) as SectionName[];
  return names.map((name) => ({ name, type: 'uint8', byteLength: lengths[name] }));
}

export function gridHeader(grid: Grid): GridHeader {
  const { stepDeg, firstRow, firstCol, rows, cols } = grid;
  return { step_deg: stepDeg, first_row: firstRow, first_col: firstCol, rows, cols };
}

/** The mask's frame as the header writes it. */
export function maskHeader(mask: CoverageMask): MaskHeader {
  const { west, south, lngStepDeg, latStepDeg, cols, rows } = mask;
  return { west, south, lng_step_deg: lngStepDeg, lat_step_deg: latStepDeg, cols, rows };
}

/** The grid that a header describes. */
export function gridOf(header: GridHeader): Grid {
  const { step_deg: stepDeg, first_row: firstRow, first_col: firstCol, rows, cols } = header;
  return { stepDeg, firstRow, firstCol, rows, cols };
}

export function maskOf(header: MaskHeader): MaskFrame {
  const { west, south, lng_step_deg: lngStepDeg, lat_step_deg: latStepDeg, cols, rows } = header;
  return { west, south, lngStepDeg, latStepDeg, cols, rows };
}

/** The part of a dataset that finds a cell and is not by cell. It is small, and every reader reads it whole. */
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
    const found = `header "grid" has ${grid.rows} x ${grid.cols} places`;
    throw damaged(name, `${found}, expected at most ${MOST_PLACES}`);
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

/** The bytes of a section. @throws Error as `checkedSection` */
export function bytesOf(
  sections: ReadonlyMap<string, SectionData>,
  section: SectionName,
  name: string,
  byteLength?: number,
): Uint8Array<ArrayBuffer> {
  const plan = { name: section, type: 'uint8', byteLength } as const;
  return checkedSection(sections, plan, name) as Uint8Array<ArrayBuffer>;
}

/** Bytes of a row's first number, uint32. */
const NUMBER_BYTES = 4;

function cellRowsBytes({ rows, cols }: Pick<Grid, 'rows' | 'cols'>): number {
  return rows * rowBytes(cols);
}

/**
 * Which places of a grid have a cell, as the section has it: of each row its first cell's number, and a bit for each place.
 * @param cellIndex the cell's number at each place [row][col], -1 where there is none
 */
export function encodeCellRows(grid: Grid, cellIndex: Int32Array): Uint8Array {
  const { rows, cols } = grid;
  const bytes = new Uint8Array(cellRowsBytes(grid));
  const view = new DataView(bytes.buffer);
  let next = 0;
  for (let row = 0; row < rows; row++) {
    const at = row * rowBytes(cols);
    view.setUint32(at, next, true);
    for (let col = 0; col < cols; col++) {
      if (cellIndex[row * cols + col] < 0) continue;
      bytes[at + NUMBER_BYTES + (col >> 3)] |= 1 << (col & 7);
      next++;
    }
  }
  return bytes;
}

/**
 * The cell's number at each place [row][col], -1 where there is none.
 * @throws Error naming the file and the row whose first number is not that of the cells before it
 */
function decodeCellRows(bytes: Uint8Array, grid: Grid, name: string): Int32Array {
  const { rows, cols } = grid;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cellIndex = new Int32Array(rows * cols).fill(-1);
  let next = 0;
  for (let row = 0; row < rows; row++) {
    const at = row * rowBytes(cols);
    const first = view.getUint32(at, true);
    if (first !== next) {
      const found = `section "cell_rows" numbers the first cell of row ${row} ${first}`;
      throw damaged(name, `${found}, expected ${next}`);
    }
    for (let col = 0; col < cols; col++) {
      const isCell = (bytes[at + NUMBER_BYTES + (col >> 3)] >> (col & 7)) & 1;
      if (isCell) cellIndex[row * cols + col] = next++;
    }
  }
  return cellIndex;
}

function rowBytes(cols: number): number {
  return NUMBER_BYTES + Math.ceil(cols / 8);
}
