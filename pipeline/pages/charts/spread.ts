import { extent, median } from 'd3-array';

/** Smallest, middle and largest of some values. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** The spread of values in any order; NaN where there are none. */
export function spreadOf(values: Float64Array): Spread {
  const [min = Number.NaN, max = Number.NaN] = extent(values);
  return { min, median: median(values) ?? Number.NaN, max };
}
