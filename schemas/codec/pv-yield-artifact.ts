import type { GridHeader, MaskHeader, PvYieldHeader } from '../types.ts';
import type { CellValues } from './cell-records.ts';
import type { CoverageMask, MaskFrame } from './coverage-mask.ts';
import type { Grid } from './grid.ts';

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
export function maskOf(header: MaskHeader): MaskFrame {
  const { west, south, lng_step_deg: lngStepDeg, lat_step_deg: latStepDeg, cols, rows } = header;
  return { west, south, lngStepDeg, latStepDeg, cols, rows };
}
