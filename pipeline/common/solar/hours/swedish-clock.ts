/** Hours `from` to `to`-1 of a year, counted in winter time (UTC+1), in which the clock shows summer time. */
export interface SummerTime {
  from: number;
  to: number;
}

/**
 * Moves a year's hours in place from winter time all year (UTC+1) to the Swedish clock: those of
 * summer time one place later. The hour that spring skips gets 0, the one that autumn repeats the
 * mean of its two.
 */
export function toSwedishClock(hours: Float64Array, { from, to }: SummerTime): void {
  const twice = (hours[to - 1] + hours[to]) / 2;
  hours.copyWithin(from + 1, from, to);
  hours[from] = 0;
  hours[to] = twice;
}
