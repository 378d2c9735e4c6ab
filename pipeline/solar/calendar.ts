import { MONTH_DAYS } from '../../schemas/codec/axes.ts';

/** Days of the year before each month begins. */
export const DAYS_BEFORE_MONTH: readonly number[] = MONTH_DAYS.map((_, month) =>
  MONTH_DAYS.slice(0, month).reduce((sum, days) => sum + days, 0),
);

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
