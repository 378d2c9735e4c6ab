/** Random series that are the same for every place, on every machine: the order of a year's days and hours. */
import { CLOCK_HOURS, DAYS, MONTH_START, MONTHS } from '../../schemas/codec/axes.ts';

/**
 * An order of the year's days or hours, as `rankInMonths` has it. An AR(1) series of normal numbers
 * gives the ranks, so that high values follow high ones.
 * @param lag1 correlation of a number with the previous one
 * @param perDay numbers a day: 1, or 24 for hours
 */
export function monthQuantiles(seed: number, lag1: number, perDay: number): Float64Array {
  return rankInMonths(autoregression(seed, lag1, DAYS * perDay));
}

/**
 * Each number's quantile among those of its month, (rank - 1/2) / count, so that every month has its
 * whole distribution.
 * @param series a year of days or of hours
 */
export function rankInMonths(series: Float64Array): Float64Array {
  const perDay = series.length / DAYS;
  const quantiles = new Float64Array(series.length);
  for (let month = 0; month < MONTHS; month++) {
    const first = (MONTH_START[month] / CLOCK_HOURS) * perDay;
    const end = (MONTH_START[month + 1] / CLOCK_HOURS) * perDay;
    const rising = series.slice(first, end).sort();
    for (let at = first; at < end; at++) {
      quantiles[at] = (rankOf(series[at], rising) + 0.5) / rising.length;
    }
  }
  return quantiles;
}

/** How many values are below one of them, by binary search. Sorting indices instead takes ten times as long. */
function rankOf(value: number, rising: Float64Array): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function autoregression(seed: number, lag1: number, count: number): Float64Array {
  let z = 0;
  return lcgUniforms(seed, count).map((u) => {
    z = lag1 * z + Math.sqrt(1 - lag1 * lag1) * normalQuantile(u);
    return z;
  });
}

/**
 * Uniform numbers between 0 and 1 from a 32-bit linear congruential generator (x <- 1664525 x +
 * 1013904223): the same on every machine.
 */
export function lcgUniforms(seed: number, count: number): Float64Array {
  const uniforms = new Float64Array(count);
  let x = seed;
  for (let i = 0; i < count; i++) {
    x = (Math.imul(1664525, x) + 1013904223) >>> 0;
    uniforms[i] = (x + 0.5) / 2 ** 32;
  }
  return uniforms;
}

/** Quantile of the normal distribution, as Aguiar & Collares-Pereira 1992 (Sol. Energy 49:167) approximate it. */
export function normalQuantile(u: number): number {
  return (u ** 0.135 - (1 - u) ** 0.135) / 0.1975;
}
