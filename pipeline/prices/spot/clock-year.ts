import { summerTimeOf, toSwedishClock } from '#clock/stockholm-time.ts';
import { isLeapYear } from '#clock/swedish-calendar.ts';
import { CLOCK_HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import type { HourlySpot } from './spot-price.ts';

/** The hours of a year that has a price for each. */
export interface SpotHours {
  /** SEK/kWh, [area][hour of the Swedish clock], areas in the order of PRICE_AREAS. */
  sekPerKwh: Float32Array;
  /** Days whose prices were of quarter hours. */
  quarterHourDays: number;
}

/** A year of 365 days by the Swedish clock. Null when an hour has no price. */
export function spotHours({ year, sekPerKwh, quarterHourDays }: HourlySpot): SpotHours | null {
  if (sekPerKwh.some((hours) => hours.some(Number.isNaN))) return null;
  const hours = Float32Array.from(sekPerKwh.flatMap((area) => [...clockYear(year, area)]));
  return { sekPerKwh: hours, quarterHourDays };
}

/**
 * An area's prices of a year of 365 days by the Swedish clock, [day][clock hour]: October's double hour is the
 * mean of both, March's missing one the mean of its neighbours. 29 February is left out.
 * @param hourly prices in the order of UTC, from the local year's start on
 */
export function clockYear(year: number, hourly: Float64Array): Float64Array {
  const prices = hourly.slice();
  const summer = summerTimeOf(year);
  toSwedishClock(prices, summer);
  prices[summer.from] = (prices[summer.from - 1] + prices[summer.from + 1]) / 2;
  if (!isLeapYear(year)) return prices;
  const leapDay = MONTH_START[2];
  return Float64Array.of(...prices.subarray(0, leapDay), ...prices.subarray(leapDay + CLOCK_HOURS));
}
