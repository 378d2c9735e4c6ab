/** The square of four cell centres around a point. */
import type { Grid } from '../../../../schemas/codec/grid.ts';
import type { PvYieldCells } from '../../../../schemas/codec/pv-yield-artifact.ts';

/** Neighbouring cells of a row, whose records lie one behind the other. */
export interface CellRun {
  first: number;
  count: number;
}

/** The square around a point (degrees), as a grid whose centres are those of the whole. */
export function squareAt({ stepDeg }: Grid, lat: number, lng: number): Grid {
  const [firstRow, firstCol] = [Math.floor(lat / stepDeg), Math.floor(lng / stepDeg)];
  return { stepDeg, firstRow, firstCol, rows: 2, cols: 2 };
}

/** The numbers of a square's cells, row by row from the south-west. -1 where there is none. */
export function numbersIn(
  { grid, cell_index }: Pick<PvYieldCells, 'grid' | 'cell_index'>,
  square: Grid,
): number[] {
  return [0, 1, 2, 3].map((corner) => {
    const row = square.firstRow + (corner >> 1) - grid.firstRow;
    const col = square.firstCol + (corner & 1) - grid.firstCol;
    const isIn = row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
    return isIn ? cell_index[row * grid.cols + col] : -1;
  });
}

/** The runs that a square's cells are, a row each. */
export function cellRuns(numbers: readonly number[]): CellRun[] {
  const rows = [numbers.slice(0, 2), numbers.slice(2)];
  return rows
    .map((row) => row.filter((number) => number >= 0))
    .flatMap((row) => (row.length > 0 ? [{ first: row[0], count: row.length }] : []));
}
