import { MONTHS } from '../../schemas/axes.ts';
import type { Grid } from '../../schemas/grid.ts';
import type { MonthlyMeans } from './mrcalc-means.ts';

type MeansByPlace = Map<number, MonthlyMeans>;

/**
 * Gives cells over the sea the mean of the up to eight cells around them that have values, from the
 * coast outwards, so many cells far. Each ring uses only what was there before it.
 * @param sea places that were refused as sea
 * @returns the filled cells alone
 */
export function filledSea(
  answered: ReadonlyMap<number, MonthlyMeans>,
  sea: readonly number[],
  grid: Grid,
  rings: number,
): MeansByPlace {
  const known: MeansByPlace = new Map(answered);
  const filled: MeansByPlace = new Map();
  for (let ring = 0; ring < rings; ring++) {
    const next = sea
      .filter((place) => !known.has(place))
      .map(
        (place) => [place, neighbours(place, grid).flatMap((at) => known.get(at) ?? [])] as const,
      )
      .filter(([, around]) => around.length > 0);
    for (const [place, around] of next) {
      const mean = meanOf(around);
      known.set(place, mean);
      filled.set(place, mean);
    }
  }
  return filled;
}

function neighbours(place: number, { rows, cols }: Grid): number[] {
  const [row, col] = [Math.floor(place / cols), place % cols];
  const found: number[] = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
      if (r !== row || c !== col) found.push(r * cols + c);
    }
  }
  return found;
}

/** The diffuse share is weighted by irradiation, as between years. */
function meanOf(around: readonly MonthlyMeans[]): MonthlyMeans {
  const mean = (value: (means: MonthlyMeans, month: number) => number) =>
    Float64Array.from({ length: MONTHS }, (_, month) =>
      around.reduce((sum, means) => sum + value(means, month) / around.length, 0),
    );
  const ghiKwhM2 = mean((means, month) => means.ghiKwhM2[month]);
  const diffuse = mean(({ ghiKwhM2: ghi, diffuseFraction: kd }, month) =>
    ghi[month] > 0 ? ghi[month] * kd[month] : 0,
  );
  return {
    ghiKwhM2,
    diffuseFraction: diffuse.map((sum, month) => sum / ghiKwhM2[month]),
    temperatureC: mean((means, month) => means.temperatureC[month]),
  };
}
