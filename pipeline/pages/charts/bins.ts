import { niceStep } from './ticks.ts';

/** Counts of values in bins of equal width: bin i holds start + i x width up to the next. */
export interface Bins {
  start: number;
  width: number;
  counts: number[];
}

/**
 * Counts values in at most `count` + 2 bins with round edges, every value in exactly one. Equal
 * values fill one bin of width 0.
 */
export function binned(values: Float32Array | Float64Array, count: number): Bins {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const width = niceStep((max - min) / count);
  if (!(width > 0)) return { start: min, width: 0, counts: [values.length] };
  const first = Math.floor(min / width);
  const counts: number[] = Array(Math.floor(max / width) - first + 1).fill(0);
  for (const value of values) counts[Math.floor(value / width) - first]++;
  return { start: first * width, width, counts };
}
