import { monthlyGhiExtraKwhM2 } from '#common/solar/diffuse-fraction.ts';
import { radians } from '#common/solar/sun-position.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { ClimateSource } from '../rasters/climate-rasters.ts';
import { type Outlier, outlierFinder } from './cell-outliers.ts';

/** Cells with less than this in a month, kWh/m2, are not compared: a step of 1 W/m2 is over 7 % of it. */
const LEAST_KWH_M2 = 10;

/** A month's outliers. */
interface Found {
  cells: number;
  first?: Outlier;
}

/**
 * Compares a source's cells with those around them, month by month and by their clearness, so that latitude
 * counts for nothing. Rows are added from row 0 on.
 */
export function cellComparison(
  { ghi: bands, acceptPixels }: ClimateSource,
  grid: Grid,
): {
  add: (ghi: readonly Float64Array[], places: Uint8Array, latDeg: number) => void;
  /** @throws Error naming the first raster with a cell far from all its neighbours, unless the recipe vouches for it */
  finish: () => void;
} {
  const found: Found[] = Array.from({ length: MONTHS }, () => ({ cells: 0 }));
  const finders = found.map((month) =>
    outlierFinder((outlier) => {
      month.first ??= outlier;
      month.cells++;
    }),
  );
  const add = (ghi: readonly Float64Array[], places: Uint8Array, latDeg: number) => {
    const h0 = monthlyGhiExtraKwhM2(radians(latDeg));
    for (const [month, finder] of finders.entries()) {
      const isCompared = (kwhM2: number, col: number) => places[col] && kwhM2 >= LEAST_KWH_M2;
      finder.add(
        ghi[month].map((kwhM2, col) => (isCompared(kwhM2, col) ? kwhM2 / h0[month] : Number.NaN)),
      );
    }
  };
  const finish = () => {
    for (const finder of finders) finder.finish();
    const month = found.findIndex(({ first }) => first);
    const first = found[month]?.first;
    if (first && !acceptPixels) throw outlierError(bands[month].name, grid, month, first, found);
  };
  return { add, finish };
}

function outlierError(
  name: string,
  grid: Grid,
  month: number,
  { row, col, value, median }: Outlier,
  found: readonly Found[],
): Error {
  const h0 = monthlyGhiExtraKwhM2(radians(latOfRow(grid, row)))[month];
  const place = `${latOfRow(grid, row)} N ${lngOfCol(grid, col)} E`;
  const all = found.reduce((sum, { cells }) => sum + cells, 0);
  const months = found.filter(({ cells }) => cells > 0).length;
  return new Error(
    `${name}: GHI is ${(value * h0).toFixed(1)} kWh/m2 in month ${month + 1} at ${place}, and ${(median * h0).toFixed(1)} in the middle of the cells around it (${all} such in ${months} of the twelve months). A cell is let through within 15 % of its neighbours or six times their spread. Check the file there; if the values are right, put "accept_pixels": {"reason": "why"} into "ghi".`,
  );
}
