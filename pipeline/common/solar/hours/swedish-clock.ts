/** Hours of winter time (UTC+1) at which summer time begins and ends: 30 March 02:00, 26 October 02:00. */
const SUMMER_BEGINS = 2114;
const SUMMER_ENDS = 7154;

/**
 * Moves a year's hours in place from winter time all year (UTC+1) to the Swedish clock: those of
 * summer time one place later. The hour that spring skips gets 0, the one that autumn repeats the
 * mean of its two.
 */
export function toSwedishClock(hours: Float64Array): void {
  const twice = (hours[SUMMER_ENDS - 1] + hours[SUMMER_ENDS]) / 2;
  hours.copyWithin(SUMMER_BEGINS + 1, SUMMER_BEGINS, SUMMER_ENDS);
  hours[SUMMER_BEGINS] = 0;
  hours[SUMMER_ENDS] = twice;
}
