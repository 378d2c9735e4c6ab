import type { GridHeader, MaskHeader, PvYieldHeader } from '../types.ts';
import { type CellValues, recordLayout } from './cell-records.ts';
import { cellRowsBytes } from './cell-rows.ts';
import type { CoverageMask } from './coverage-mask.ts';
import type { Grid } from './grid.ts';
import type { SectionPlan } from './section.ts';

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

/** Sections of pv-yield.bin, in the order of the file (artifact-format.md section 5). */
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

/** The grid as the header writes it. */
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

/** The frame of the mask that a header describes. */
export function maskOf(header: MaskHeader): Omit<CoverageMask, 'bits'> {
  const { west, south, lng_step_deg: lngStepDeg, lat_step_deg: latStepDeg, cols, rows } = header;
  return { west, south, lngStepDeg, latStepDeg, cols, rows };
}

/** Bytes of a mask's bits. */
export function maskBytes({ rows, cols }: Pick<MaskHeader, 'rows' | 'cols'>): number {
  return Math.ceil((rows * cols) / 8);
}
