import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { GridSpread, SpreadBand } from '../../rasters/interannual.ts';
import { checkPlausible, greatestGhiKwhM2, type LimitedVariable } from './plausibility.ts';

/** A month that gets no more than this at the top of the atmosphere (kWh/m2) may lack its spread. */
const DARK_KWH_M2 = 5;

/**
 * Every cell needs the spread of its year, and of its months but for those without sun.
 * @param isUsed by grid index: 1 where a cell takes its values
 * @throws Error naming the raster and the first cell without a value, or the value out of range
 */
export function checkSpread(
  { annualSdPct, monthlySdPct }: GridSpread,
  grid: Grid,
  isUsed: Uint8Array,
): void {
  const greatest = Array.from({ length: grid.rows }, (_, row) =>
    greatestGhiKwhM2(latOfRow(grid, row)),
  );
  checkBand(annualSdPct, 'annual_sd', grid, isUsed, () => false);
  for (const [month, band] of monthlySdPct.entries()) {
    const isDark = (row: number) => greatest[row][month] <= DARK_KWH_M2;
    checkBand(band, 'monthly_sd', grid, isUsed, isDark);
  }
}

function checkBand(
  { name, values }: SpreadBand,
  variable: LimitedVariable,
  grid: Grid,
  isUsed: Uint8Array,
  mayLack: (row: number) => boolean,
): void {
  for (let gridIndex = 0; gridIndex < values.length; gridIndex++) {
    if (!isUsed[gridIndex]) continue;
    const [row, col] = [Math.floor(gridIndex / grid.cols), gridIndex % grid.cols];
    if (!Number.isNaN(values[gridIndex]))
      checkPlausible(name, variable, values[gridIndex], values[gridIndex]);
    else if (!mayLack(row)) throw lacking(name, latOfRow(grid, row), lngOfCol(grid, col));
  }
}

function lacking(name: string, lat: number, lng: number): Error {
  return new Error(
    `${name}: has no value at ${lat} N ${lng} E, where the dataset has a cell, expected the spread between years there. Limit grid.bbox, or name places ("interannual": {"places": ...}).`,
  );
}
