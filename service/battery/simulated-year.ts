import { CLOCK_HOURS, DAYS, HOURS, MONTH_DAYS, MONTHS } from '../../schemas/axes.ts';

/**
 * The simulated year: 365 days of 24 Swedish clock hours, so neither the hour that spring skips nor the
 * one that autumn repeats; hour 0 is 1 January 00:00.
 */
export { DAYS, HOURS, MONTHS };

export const HOURS_PER_DAY = CLOCK_HOURS;

/** Hours `from` to `to`-1 of the year. */
export interface Stretch {
  from: number;
  to: number;
}

/** Hour at which each month begins, and as 13th value where the year ends. */
export const MONTH_START = monthStarts();

/** Month (0 to 11) of each hour. */
export const MONTH_OF_HOUR = monthOfHour();

function monthStarts(): Int32Array {
  const starts = new Int32Array(MONTHS + 1);
  for (let month = 0; month < MONTHS; month++) {
    starts[month + 1] = starts[month] + MONTH_DAYS[month] * HOURS_PER_DAY;
  }
  return starts;
}

function monthOfHour(): Uint8Array {
  const months = new Uint8Array(HOURS);
  for (let month = 0; month < MONTHS; month++) {
    months.fill(month, MONTH_START[month], MONTH_START[month + 1]);
  }
  return months;
}
