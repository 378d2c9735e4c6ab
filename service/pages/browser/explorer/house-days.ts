/** Days out of a year of hours: the mean day of a month with the spread of its days, and days of their own. */
import { CLOCK_HOURS, DAYS, MONTH_DAYS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import type { HouseDays } from '../local/engine.ts';
import type { Band, Day } from './charts/day-chart.ts';

/** The series of a day's picture over a year. */
export type DayHours = Omit<HouseDays, 'daySek' | 'savesSek' | 'possibleSek'>;

/** The days that a battery is judged by. */
export const OWN_DAYS = ['best', 'median', 'worst'] as const;
export type OwnDay = (typeof OWN_DAYS)[number];

/** Eight days of ten lie between these shares of a month's days in the order of their values. */
const [LOW, HIGH] = [0.1, 0.9];

/** Computes the mean day of a month, and where eight of its days in ten lie. */
export function computeMeanDay(hours: DayHours, month: number): Day {
  const mean = (series: Float64Array) => eachHour(series, month, computeMean);
  const spread = (series: Float64Array): Band => ({
    low: eachHour(series, month, (values) => findQuantile(values, LOW)),
    high: eachHour(series, month, (values) => findQuantile(values, HIGH)),
  });
  return {
    ...pictureOf(hours, mean),
    spread: {
      sunKw: spread(hours.pvKwh),
      loadKw: spread(hours.loadKwh),
      priceSekPerKwh: spread(hours.importSekPerKwh),
    },
  };
}

/** Selects one day of the year, 0 to 364. */
export function selectDay(hours: DayHours, day: number): Day {
  const select = (series: Float64Array) =>
    series.subarray(day * CLOCK_HOURS, (day + 1) * CLOCK_HOURS);
  return { ...pictureOf(hours, select), spread: null };
}

/** Finds the days on which a battery saves most, as much as on half of all days, and least. */
export function findOwnDays(savedSek: Float64Array): Record<OwnDay, number> {
  const rising = Array.from(savedSek.keys()).sort((a, b) => savedSek[a] - savedSek[b]);
  return { best: rising[DAYS - 1], median: rising[Math.floor(DAYS / 2)], worst: rising[0] };
}

function pictureOf(hours: DayHours, dayOf: (series: Float64Array) => ArrayLike<number>) {
  return {
    sunKw: dayOf(hours.pvKwh),
    loadKw: dayOf(hours.loadKwh),
    chargeKw: dayOf(hours.chargeKwh),
    dischargeKw: dayOf(hours.dischargeKwh),
    priceSekPerKwh: dayOf(hours.importSekPerKwh),
  };
}

/** A figure of each clock hour, from its values on the days of a month. */
function eachHour(
  series: Float64Array,
  month: number,
  figureOf: (values: number[]) => number,
): number[] {
  return Array.from({ length: CLOCK_HOURS }, (_, hour) =>
    figureOf(
      Array.from(
        { length: MONTH_DAYS[month] },
        (_, day) => series[MONTH_START[month] + day * CLOCK_HOURS + hour],
      ),
    ),
  );
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The nearest of the values at a share of their order. */
function findQuantile(values: number[], share: number): number {
  return values.sort((a, b) => a - b)[Math.round(share * (values.length - 1))];
}
