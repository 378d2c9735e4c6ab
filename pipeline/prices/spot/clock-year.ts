import { HOUR_MS, localHour } from '#clock/stockholm-time.ts';
import { CLOCK_HOURS, HOURS, MONTH_DAYS, MONTH_START } from '../../../schemas/codec/axes.ts';
import type { HourlySpot } from './spot-price.ts';

/** The hours of twelve months that have a price for each. */
export interface SpotHours {
  /** SEK/kWh, [area][hour of the Swedish clock], areas in the order of PRICE_AREAS. */
  sekPerKwh: Float32Array;
  quarterHourDays: number;
}

/** A year of 365 days by the Swedish clock, January first. Null when an hour has no price. */
export function spotHours({ startMs, sekPerKwh, quarterHourDays }: HourlySpot): SpotHours | null {
  if (sekPerKwh.some((hours) => hours.some(Number.isNaN))) return null;
  const hours = Float32Array.from(sekPerKwh.flatMap((area) => [...clockYear(startMs, area)]));
  return { sekPerKwh: hours, quarterHourDays };
}

/**
 * An area's prices of 365 days by the Swedish clock, [day][clock hour], January first: October's double hour is the
 * mean of both, March's missing one the mean of its neighbours. 29 February is left out.
 * @param startMs start of the first hour, ms UTC
 * @param hourly prices of twelve months in the order of UTC
 */
function clockYear(startMs: number, hourly: Float64Array): Float64Array {
  const sums = new Float64Array(HOURS);
  const counts = new Int32Array(HOURS);
  hourly.forEach((price, index) => {
    const { month, day, hour } = localHour(startMs + index * HOUR_MS);
    if (day > MONTH_DAYS[month]) return;
    const at = MONTH_START[month] + (day - 1) * CLOCK_HOURS + hour;
    sums[at] += price;
    counts[at]++;
  });
  const prices = sums.map((sum, at) => sum / counts[at]);
  const missing = counts.indexOf(0);
  prices[missing] = (prices[missing - 1] + prices[missing + 1]) / 2;
  return prices;
}
