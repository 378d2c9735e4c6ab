import type { Grid } from '../../schemas/grid.ts';
import type { GridBand } from '../rasters/climate-rasters.ts';

/** A band over the needed cells, in the unit that everything inside has. */
export interface BandStatistics {
  /** Needed cells with a value. */
  count: number;
  min: number;
  mean: number;
  max: number;
}

/** Reads a band over the grid; minimum, mean and maximum are NaN when no needed cell has a value. */
export async function bandStatistics(
  band: GridBand,
  grid: Grid,
  needed: Uint8Array,
): Promise<BandStatistics> {
  let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < grid.rows; row++) {
    const values = await band.readRow(row);
    for (let col = 0; col < grid.cols; col++) {
      const value = values[col];
      if (!needed[row * grid.cols + col] || Number.isNaN(value)) continue;
      count++;
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  if (count === 0) return { count, min: Number.NaN, mean: Number.NaN, max: Number.NaN };
  return { count, min, mean: sum / count, max };
}
