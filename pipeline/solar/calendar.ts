import { CLOCK_HOURS, MONTH_DAYS, MONTH_START } from '../../schemas/codec/axes.ts';

/** Days of the year before each month begins. */
export const DAYS_BEFORE_MONTH = MONTH_START.map((hour) => hour / CLOCK_HOURS);

/**
 * Days of the year (fractional, 1 January noon is about 1) that represent a month: `count` evenly
 * spread ones, at most one per calendar day, in which case they are the calendar days themselves.
 */
export function representativeDays(month: number, count: number): number[] {
  const length = MONTH_DAYS[month];
  const days = Math.min(count, length);
  const first = DAYS_BEFORE_MONTH[month] + 0.5;
  return Array.from({ length: days }, (_, i) => first + (length * (i + 0.5)) / days);
}
