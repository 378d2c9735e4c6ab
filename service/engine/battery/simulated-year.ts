/**
 * The simulated year: 365 days of 24 Swedish clock hours, so neither the hour that spring skips nor the
 * one that autumn repeats; hour 0 is 1 January 00:00.
 */
import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';

/** Hours `from` to `to`-1 of the year. */
export interface Stretch {
  from: number;
  to: number;
}

/** Month (0 to 11) of each hour. */
export const MONTH_OF_HOUR = monthOfHour();

function monthOfHour(): Uint8Array {
  const months = new Uint8Array(HOURS);
  for (let month = 0; month < MONTHS; month++) {
    months.fill(month, MONTH_START[month], MONTH_START[month + 1]);
  }
  return months;
}
