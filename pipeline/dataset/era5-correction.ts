import { MONTHS } from '../../schemas/codec/axes.ts';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { GridSource } from '../rasters/climate-grids.ts';

const SOUTH = 60;
const NORTH = 65;
const LEAST_CELLS = 30;
const LEAST_MEAN_KWH_M2 = 5;
const CLAMP = [0.8, 1.25] as const;

/**
 * One factor a month that brings ERA5 to SARAH3's level: the ratio of their sums over the needed
 * cells of 60..65° N that have both, clamped to 0.8..1.25. A month with fewer than 30 such cells
 * or a mean below 5 kWh/m2 keeps factor 1.
 * @throws Error when the recipe lacks one of the two databases
 */
export function era5Factors(
  sources: readonly GridSource[],
  grid: Grid,
  needed: Uint8Array,
): number[] {
  const sarah3 = sourceOf(sources, 'RADDB-SARAH3');
  const era5 = sourceOf(sources, 'RADDB-ERA5');
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

function sourceOf(sources: readonly GridSource[], db: GridSource['radiationDb']): GridSource {
  const source = sources.find(({ radiationDb }) => radiationDb === db);
  if (source) return source;
  throw new Error(
    `era5_correction compares RADDB-SARAH3 with RADDB-ERA5, but the recipe has no ${db}.`,
  );
}
