/** How variable a house's hours are. */
import { deviation, max, mean, quantile, sum } from 'd3-array';
import { CLOCK_HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';

export function yearFigures(hours: Float64Array) {
  const january = monthOf(hours, 0);
  const peaks = Array.from({ length: MONTHS }, (_, month) => max(monthOf(hours, month)) ?? 0);
  return {
    highest_hour_kw: max(peaks) ?? 0,
    monthly_peak_kw: mean(peaks) ?? 0,
    january_spread: relativeDeviation(january),
    january_lag_1: correlation(january, 1),
    july_spread: relativeDeviation(monthOf(hours, 6)),
  };
}

export function januaryFigures(hours: Float64Array) {
  const january = monthOf(hours, 0);
  const over = (share: number) => (quantile(january, share) ?? 0) / (mean(january) ?? 0);
  const day = january.filter((_, t) => t % CLOCK_HOURS >= 9 && t % CLOCK_HOURS < 16);
  return {
    lag_24: correlation(january, CLOCK_HOURS),
    share_9_to_16: sum(day) / sum(january),
    quantile_5: over(0.05),
    quantile_99: over(0.99),
    spread_of_days: relativeDeviation(daySums(january)),
  };
}

/** Standard deviation over mean of an hour of the day, mean of the 24, in January. */
export function hourSpread(hours: Float64Array): number {
  const january = monthOf(hours, 0);
  const spreads = Array.from({ length: CLOCK_HOURS }, (_, hour) =>
    relativeDeviation(january.filter((_, t) => t % CLOCK_HOURS === hour)),
  );
  return mean(spreads) ?? 0;
}

/** The hours of a month of a year. */
export function monthOf(hours: Float64Array, month: number): Float64Array {
  return hours.subarray(MONTH_START[month], MONTH_START[month + 1]);
}

/** The days of a month of a year. */
export function daysOf(days: Float64Array, month: number): Float64Array {
  return days.subarray(MONTH_START[month] / CLOCK_HOURS, MONTH_START[month + 1] / CLOCK_HOURS);
}

/** Energy of each day. */
export function daySums(hours: Float64Array): number[] {
  return Array.from({ length: hours.length / CLOCK_HOURS }, (_, day) =>
    sum(hours.subarray(day * CLOCK_HOURS, (day + 1) * CLOCK_HOURS)),
  );
}

function relativeDeviation(values: Iterable<number>): number {
  return (deviation(values) ?? 0) / (mean(values) ?? 0);
}

/** Correlation of a series with itself so many values before. */
export function correlation(values: ArrayLike<number>, lag: number): number {
  const all = Array.from(values);
  const off = all.map((value) => value - (mean(all) ?? 0));
  return sum(off.slice(lag), (value, at) => value * off[at]) / sum(off, (value) => value ** 2);
}
