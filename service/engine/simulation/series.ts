import { CLOCK_HOURS, HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import { MONTH_OF_HOUR } from '../battery/house.ts';

/**
 * Values of a year in the form in which the caller gave them: the same all year, 12 months x 24 clock
 * hours, or 8760 hours.
 */
export type Series = number | number[][] | Float64Array;

/** Values of a month x hour profile, [month][clock hour]. */
export const PROFILE = MONTHS * CLOCK_HOURS;

/** The 8760 hours of a series. A profile is repeated on each day of its month. */
export function hoursOf(series: Series): Float64Array {
  if (series instanceof Float64Array) return series;
  if (typeof series === 'number') return new Float64Array(HOURS).fill(series);
  return repeatProfile(series.flat());
}

/** The 8760 hours of a profile [month][clock hour] that holds on each day of its month. */
export function repeatProfile(profile: ArrayLike<number>): Float64Array {
  const months = MONTH_OF_HOUR;
  const hoursPerDay = CLOCK_HOURS;
  const hours = new Float64Array(HOURS);
  for (let t = 0; t < hours.length; t++) {
    hours[t] = profile[months[t] * hoursPerDay + (t % hoursPerDay)];
  }
  return hours;
}

/** The rows of a profile [month][clock hour]. */
export function profileRows(profile: Float64Array): number[][] {
  return Array.from({ length: MONTHS }, (_, month) =>
    Array.from(profile.subarray(month * CLOCK_HOURS, (month + 1) * CLOCK_HOURS)),
  );
}

/** Steps finer than any price, and coarser than the rounding of a sum of equal prices. */
const PRICE_STEPS = 1e9;

/** Means of 8760 hours per month and clock hour, [month][clock hour]. Equal hours have equal means. */
export function monthHourMeans(hours: Float64Array): Float64Array {
  const months = MONTH_OF_HOUR;
  const hoursPerDay = CLOCK_HOURS;
  const sums = new Float64Array(PROFILE);
  const counts = new Float64Array(PROFILE);
  for (let t = 0; t < hours.length; t++) {
    const at = months[t] * hoursPerDay + (t % hoursPerDay);
    sums[at] += hours[t];
    counts[at]++;
  }
  return sums.map((sum, at) => Math.round((sum / counts[at]) * PRICE_STEPS) / PRICE_STEPS);
}
