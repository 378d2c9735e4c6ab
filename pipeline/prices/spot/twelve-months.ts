import { localDay, localMonthStartMs } from '#clock/stockholm-time.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { RecipePrices, SpotMonths } from '../../../schemas/types.ts';

/** Twelve months in a row, as a recipe and a download name them: the first is January unless they say otherwise. */
export type TwelveMonths = Pick<RecipePrices, 'year' | 'first_month'>;

/** Start of the first month and end of the last in Sweden, ms UTC. */
export function spanOf({ year, first_month = 1 }: TwelveMonths): {
  startMs: number;
  endMs: number;
} {
  return {
    startMs: localMonthStartMs(year, first_month - 1),
    endMs: localMonthStartMs(year + 1, first_month - 1),
  };
}

/** The first and the last month, as 2025-10 and 2026-09. */
export function monthsOf(period: TwelveMonths): SpotMonths {
  const { first_month = 1 } = period;
  return {
    first: monthName(period, first_month - 1),
    last: monthName(period, (first_month + MONTHS - 2) % MONTHS),
  };
}

/** A month of the period by its number in the calendar, 0 to 11, as 2025-10. */
export function monthName({ year, first_month = 1 }: TwelveMonths, month: number): string {
  const monthYear = month < first_month - 1 ? year + 1 : year;
  return `${monthYear}-${String(month + 1).padStart(2, '0')}`;
}

/** The period in a sentence: 2025, or "2025-10 to 2026-09". */
export function periodName(period: TwelveMonths): string {
  const { first, last } = monthsOf(period);
  return first.endsWith('-01') ? String(period.year) : `${first} to ${last}`;
}

/** The twelve months in Sweden that were over last at an instant. */
export function lastTwelveMonths(nowMs: number): Required<TwelveMonths> {
  const [year, month] = localDay(nowMs).split('-').map(Number);
  return { year: year - 1, first_month: month };
}
