import { HOUR_MS, localDay, localHour } from '#clock/stockholm-time.ts';
import { CLOCK_HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import type { HourlySpot } from './spot-price.ts';
import { monthName, periodName, type TwelveMonths } from './twelve-months.ts';

const MOST_MISSING = 0.05;

interface HourCount {
  total: number;
  missing: number[];
  usedAt: Int32Array;
}

/**
 * Warnings about the hours that twelve months lack, one per area and month.
 * @throws Error when a month has no price, over 5 % of one is missing, or a clock hour is missing
 *   on all its days
 */
export function missingHours(series: HourlySpot): string[] {
  return PRICE_AREAS.flatMap((area, a) => {
    const months = hoursByMonth(series, series.sekPerKwh[a]);
    checkWhole(series.period, area, months);
    return months.flatMap((hours, month) => gapIn(hours, area, monthName(series.period, month)));
  });
}

function hoursByMonth({ startMs }: HourlySpot, sekPerKwh: Float64Array): HourCount[] {
  const months = Array.from({ length: MONTHS }, () => ({
    total: 0,
    missing: [] as number[],
    usedAt: new Int32Array(CLOCK_HOURS),
  }));
  sekPerKwh.forEach((price, index) => {
    const utcMs = startMs + index * HOUR_MS;
    const { month, hour } = localHour(utcMs);
    months[month].total++;
    if (Number.isNaN(price)) months[month].missing.push(utcMs);
    else months[month].usedAt[hour]++;
  });
  return months;
}

function checkWhole(period: TwelveMonths, area: PriceArea, months: HourCount[]): void {
  const empty = months.flatMap(({ missing, total }, month) =>
    missing.length === total ? monthName(period, month) : [],
  );
  if (empty.length === 0) return;
  const what = empty.length === MONTHS ? 'any month' : empty.join(', ');
  throw new Error(
    `${area}: ${periodName(period)} is not whole, there is no price in ${what}. Add the files, or correct the year.`,
  );
}

function gapIn({ total, missing, usedAt }: HourCount, area: PriceArea, month: string): string[] {
  if (missing.length === 0) return [];
  const [first] = missing;
  const clock = `${localDay(first)} ${String(localHour(first).hour).padStart(2, '0')}:00`;
  const found = `${area}: ${missing.length} of the ${total} hours of ${month} are missing, the first ${clock}`;
  if (missing.length > MOST_MISSING * total) {
    throw new Error(
      `${found}, expected at most ${100 * MOST_MISSING} %. Add the files that are missing.`,
    );
  }
  const never = usedAt.indexOf(0);
  if (never < 0) return [`${found}. They are skipped.`];
  throw new Error(
    `${found}, and no day has a price at ${String(never).padStart(2, '0')}:00. Add the files that are missing.`,
  );
}
