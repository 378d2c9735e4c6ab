import { toSwedishClock } from '#common/solar/hours/swedish-clock.ts';
import { summerTimeOf } from '#common/stockholm-time.ts';

/**
 * An area's prices of a year of 365 days by the Swedish clock, [day][clock hour]: October's double hour is the
 * mean of both, March's missing one the mean of its neighbours.
 * @param hourly prices in the order of UTC, from the local year's start on
 */
export function clockYear(year: number, hourly: Float64Array): Float64Array {
  const prices = hourly.slice();
  const summer = summerTimeOf(year);
  toSwedishClock(prices, summer);
  prices[summer.from] = (prices[summer.from - 1] + prices[summer.from + 1]) / 2;
  return prices;
}
