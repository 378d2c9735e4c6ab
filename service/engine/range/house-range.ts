import type { RangeSums } from '../../../schemas/types.ts';
import type { YearSavings } from '../cash-flow.ts';
import { type Effect, rangeOf } from './quantiles.ts';
import type { Driver, DriverYears, RangeYears } from './range-years.ts';

/** Savings that a house may have, SEK. */
export interface HouseRange extends RangeYears {
  savingsSek: RangeSums;
  batterySavingsSek: RangeSums;
  /** Mean savings of many years, in which sun and cold even out and prices last. */
  longRunMeanSek: RangeSums;
}

/** Drivers whose years are independent of each other. */
const EVENS_OUT: readonly Driver[] = ['sun', 'load'];

/**
 * Computes the range of the savings of years. The driver that moves them most comes first.
 * @param count of the years whose mean lasting savings are
 */
export function houseRange(years: RangeYears, count: number): HouseRange {
  const { middle, drivers } = years;
  const rangeBy = (of: (savings: YearSavings) => number, draws: number) =>
    rangeOf(
      of(middle),
      drivers.map((one) => effectOf(one, of, of(middle), draws)),
    );
  return {
    ...years,
    drivers: drivers.toSorted((a, b) => swing(b) - swing(a)),
    savingsSek: rangeBy(totalSek, 1),
    batterySavingsSek: rangeBy(({ batterySek }) => batterySek, 1),
    longRunMeanSek: rangeBy(totalSek, count),
  };
}

function effectOf(
  { driver, low, high }: DriverYears,
  of: (savings: YearSavings) => number,
  middleSek: number,
  draws: number,
): Effect {
  return {
    low: of(low) - middleSek,
    high: of(high) - middleSek,
    draws: EVENS_OUT.includes(driver) ? draws : 1,
  };
}

function swing({ low, high }: DriverYears): number {
  return Math.abs(totalSek(high) - totalSek(low));
}

/** Savings of panels and battery. */
export function totalSek({ solarSek, batterySek }: YearSavings): number {
  return solarSek + batterySek;
}
