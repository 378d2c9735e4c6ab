import { MONTHS } from '../../schemas/codec/axes.ts';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { Recipe } from '../../schemas/types.ts';
import type { GridSource } from '../rasters/climate-grids.ts';

const SOUTH = 60;
const NORTH = 65;
const LEAST_CELLS = 30;
const LEAST_MEAN_KWH_M2 = 5;
const CLAMP = [0.8, 1.25] as const;

const COMPARED = ['RADDB-SARAH3', 'RADDB-ERA5'] as const;

/** @throws Error when a recipe corrects ERA5 and lacks one of the two databases */
export function checkCorrection({ era5_correction, sources }: Recipe): void {
  const lacking = COMPARED.find((db) => sources.every(({ radiation_db }) => radiation_db !== db));
  if (!era5_correction || !lacking) return;
  throw new Error(
    `era5_correction compares RADDB-SARAH3 with RADDB-ERA5, but the recipe has no ${lacking}.`,
  );
}

/**
 * One factor a month that brings ERA5 to SARAH3's level: the ratio of their sums over the needed
 * cells of 60..65° N that have both, clamped to 0.8..1.25. A month with fewer than 30 such cells
 * or a mean below 5 kWh/m2 keeps factor 1.
 * @param sources with both, as `checkCorrection` demands
 */
export function era5Factors(
  sources: readonly GridSource[],
  grid: Grid,
  needed: Uint8Array,
): number[] {
  const [sarah3, era5] = COMPARED.flatMap(
    (db) => sources.find(({ radiationDb }) => radiationDb === db) ?? [],
  );
  const sums = Array.from({ length: MONTHS }, () => ({ cells: 0, sarah3: 0, era5: 0 }));
  for (const [month, sum] of sums.entries()) {
    const { values: a } = sarah3.ghi[month];
    const { values: b } = era5.ghi[month];
    for (let gridIndex = 0; gridIndex < needed.length; gridIndex++) {
      const lat = latOfRow(grid, Math.floor(gridIndex / grid.cols));
      if (
        !needed[gridIndex] ||
        lat < SOUTH ||
        lat > NORTH ||
        Number.isNaN(a[gridIndex] + b[gridIndex])
      )
        continue;
      sum.cells++;
      sum.sarah3 += a[gridIndex];
      sum.era5 += b[gridIndex];
    }
  }
  return sums.map(({ cells, sarah3: a, era5: b }) =>
    cells < LEAST_CELLS || a / cells < LEAST_MEAN_KWH_M2 || b === 0
      ? 1
      : Math.min(CLAMP[1], Math.max(CLAMP[0], a / b)),
  );
}
