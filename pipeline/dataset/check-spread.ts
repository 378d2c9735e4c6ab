import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { InterannualSource, SpreadBand } from '../rasters/interannual.ts';
import { checkPlausible, greatestGhiKwhM2, type LimitedVariable } from './plausibility.ts';

/** A month that gets no more than this at the top of the atmosphere (kWh/m2) may lack its spread. */
const DARK_KWH_M2 = 5;

/**
 * Every cell needs the spread of its year, and of its months but for those without sun.
 * @param isUsed per grid place: whether a cell takes its values there
 * @throws Error naming the raster and the first cell without a value, or the value out of range
 */
export async function checkSpread(
  { annualSdPct, monthlySdPct }: InterannualSource,
  grid: Grid,
  isUsed: Uint8Array,
): Promise<void> {
  const greatest = Array.from({ length: grid.rows }, (_, row) =>
    greatestGhiKwhM2(latOfRow(grid, row)),
  );
  await checkBand(annualSdPct, 'annual_sd', grid, isUsed, () => false);
  for (const [month, band] of monthlySdPct.entries()) {
    const isDark = (row: number) => greatest[row][month] <= DARK_KWH_M2;
    await checkBand(band, 'monthly_sd', grid, isUsed, isDark);
  }
}

async function checkBand(
  { name, readRow }: SpreadBand,
  variable: LimitedVariable,
  grid: Grid,
  isUsed: Uint8Array,
  mayLack: (row: number) => boolean,
): Promise<void> {
  for (let row = 0; row < grid.rows; row++) {
    const values = await readRow(row);
    for (let col = 0; col < grid.cols; col++) {
      if (!isUsed[row * grid.cols + col]) continue;
      if (!Number.isNaN(values[col])) checkPlausible(name, variable, values[col], values[col]);
      else if (!mayLack(row)) throw lacking(name, latOfRow(grid, row), lngOfCol(grid, col));
    }
  }
}

function lacking(name: string, lat: number, lng: number): Error {
  return new Error(
    `${name}: has no value at ${lat} N ${lng} E, where the dataset has a cell; expected the spread between years there. Fill the raster, limit grid.bbox, or name places ("interannual": {"places": ...}).`,
  );
}
