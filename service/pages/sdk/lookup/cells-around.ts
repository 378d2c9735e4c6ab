/** The cells around points, read as they are needed. Those of the last squares stay in memory. */

import { outsideText } from '#engine/yield/assert-covered.ts';
import { type CellData, planeSpread } from '#engine/yield/cell-data.ts';
import { decodeRecords, recordLayout } from '../../../../schemas/codec/cell-records.ts';
import { covers } from '../../../../schemas/codec/coverage-mask.ts';
import type { Grid } from '../../../../schemas/codec/grid.ts';
import type { DatasetIndex } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { joinBytes } from '../../../../schemas/codec/section.ts';
import { SunError } from '../client.ts';
import type { CellRun, OpenIndex, ReadRecords } from './records.ts';

/** Squares in memory: 40 kB each. */
const MOST_SQUARES = 64;

/** Finds the cells around a point (degrees). @throws SunError outside_coverage when it is not covered */
export type CellsAround = (lat: number, lng: number) => Promise<CellData>;

/** @param read reads records of the same dataset */
export function cellsAround({ index }: OpenIndex, read: ReadRecords): CellsAround {
  const { header, grid, mask } = index;
  const layout = recordLayout(header);
  const spread = planeSpread(header);
  const squares = new Map<string, Promise<CellData>>();

  async function load(square: Grid): Promise<CellData> {
    const numbers = numbersIn(index, square);
    const parts = await Promise.all(cellRuns(numbers).map(read));
    const records = joinBytes(parts);
    let cells = 0;
    const cell_index = Int32Array.from(numbers, (number) => (number < 0 ? -1 : cells++));
    const artifact = { header, grid: square, cell_index, ...decodeRecords(layout, records) };
    return { artifact, spread, cells: new Map() };
  }

  function cellsOf(square: Grid): Promise<CellData> {
    const key = `${square.firstRow} ${square.firstCol}`;
    const cells = squares.get(key) ?? load(square);
    squares.delete(key);
    squares.set(key, cells);
    const [oldest] = squares.keys();
    if (squares.size > MOST_SQUARES && oldest !== undefined) squares.delete(oldest);
    cells.catch(() => squares.delete(key));
    return cells;
  }

  return async (lat, lng) => {
    if (covers(mask, lat, lng)) return cellsOf(squareAt(grid, lat, lng));
    const message = outsideText(mask, lat, lng, header.coverage);
    throw new SunError(message, { code: 'outside_coverage', status: 422 });
  };
}

/** The square around a point (degrees), as a grid whose centres are those of the whole. */
function squareAt({ stepDeg }: Grid, lat: number, lng: number): Grid {
  const [firstRow, firstCol] = [Math.floor(lat / stepDeg), Math.floor(lng / stepDeg)];
  return { stepDeg, firstRow, firstCol, rows: 2, cols: 2 };
}

/** The numbers of a square's cells, row by row from the south-west. -1 where there is none. */
function numbersIn({ grid, cell_index }: DatasetIndex, square: Grid): number[] {
  return [0, 1, 2, 3].map((corner) => {
    const row = square.firstRow + (corner >> 1) - grid.firstRow;
    const col = square.firstCol + (corner & 1) - grid.firstCol;
    const isIn = row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
    return isIn ? cell_index[row * grid.cols + col] : -1;
  });
}

/** The runs that a square's cells are, a row each. */
function cellRuns(numbers: readonly number[]): CellRun[] {
  const rows = [numbers.slice(0, 2), numbers.slice(2)];
  return rows
    .map((row) => row.filter((number) => number >= 0))
    .flatMap((row) => (row.length > 0 ? [{ first: row[0], count: row.length }] : []));
}
