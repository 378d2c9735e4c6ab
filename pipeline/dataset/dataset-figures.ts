/** Figures of whole cells that reports, comparisons and exports share. */

import { extent, median } from 'd3-array';
import { MONTHS } from '../../schemas/codec/axes.ts';
import { covers } from '../../schemas/codec/coverage-mask.ts';
import { colOfLng, type Grid, latOfRow, lngOfCol, rowOfLat } from '../../schemas/codec/grid.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';

/** Months in short, and in digits as in names of files and columns. January first. */
export const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
export const MONTH_NUMBERS = MONTH_NAMES.map((_, month) => String(month + 1).padStart(2, '0'));

/** A cell's ordinal and centre in degrees. */
export interface CellPlace {
  cell: number;
  lat: number;
  lng: number;
}

/** Where a dataset's cells lie. Yields and prices have them alike. */
export type Cells = Pick<PvYieldArtifact, 'grid' | 'cell_index' | 'mask'>;

/** All cells in the order of their ordinals, centres at 1e-6 degrees. */
export function cellPlaces({ grid, cell_index }: Omit<Cells, 'mask'>): CellPlace[] {
  const places: CellPlace[] = [];
  cell_index.forEach((cell, at) => {
    if (cell < 0) return;
    places.push({ cell, ...centreOf(grid, at) });
  });
  return places.sort((a, b) => a.cell - b.cell);
}

function centreOf(grid: Grid, at: number): { lat: number; lng: number } {
  const lat = latOfRow(grid, Math.floor(at / grid.cols));
  const lng = lngOfCol(grid, at % grid.cols);
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
}

/** Ordinal of the cell whose centre is nearest to a point, -1 when there is none. */
export function cellNear(
  { grid, cell_index }: Omit<Cells, 'mask'>,
  lat: number,
  lng: number,
): number {
  const [row, col] = [rowOfLat(grid, lat), colOfLng(grid, lng)];
  const isInside = row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
  return isInside ? cell_index[row * grid.cols + col] : -1;
}

/**
 * Ordinals of the cells whose centre is covered. The others serve lookups along the border. All
 * cells where no centre is covered.
 */
export function coveredCells(cells: Cells): number[] {
  const places = cellPlaces(cells);
  const covered = places.filter(({ lat, lng }) => covers(cells.mask, lat, lng));
  return (covered.length > 0 ? covered : places).map(({ cell }) => cell);
}

/** Yearly GHI of every cell, kWh/m2. */
export function annualGhi({ ghi, header }: PvYieldArtifact): Float64Array {
  const annual = new Float64Array(header.cells);
  for (let cell = 0; cell < annual.length; cell++) {
    for (let month = 0; month < MONTHS; month++) annual[cell] += ghi[cell * MONTHS + month];
  }
  return annual;
}

export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** The spread of values in any order. NaN where there are none. */
export function spreadOf(values: Float64Array): Spread {
  const [min = Number.NaN, max = Number.NaN] = extent(values);
  return { min, median: median(values) ?? Number.NaN, max };
}
