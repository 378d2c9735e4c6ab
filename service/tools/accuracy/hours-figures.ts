/** How lively a year's hours of prices are. */
import { max } from 'd3-array';
import { meanSpread } from '#common/daily-spread.ts';
import { readSpotYear } from '../../../pipeline/prices/spot/read-spot-year.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PriceArea } from '../../../schemas/types.ts';

/** Figures of an area's hours, SEK/kWh: mean spread of a day, count of hours below zero, highest hour. */
export function hoursFigures(hours: Float64Array) {
  return {
    daily_spread: meanSpread(hours),
    below_zero: hours.filter((price) => price < 0).length,
    highest: max(hours) ?? 0,
  };
}

/**
 * Hours of a CSV of real prices by area, SEK/kWh.
 * @param path of the recipe's feed `csv`
 * @throws Error naming the line that is wrong, or that an hour is missing
 */
export async function realHours(path: string, year: number): Promise<Map<PriceArea, Float64Array>> {
  const { hours, gaps } = await readSpotYear({ feed: 'csv', files: path, year }, '.');
  if (!hours) throw new Error(`${path}: is not whole. ${gaps.join(' ')}`);
  const { sekPerKwh } = hours;
  return new Map(
    PRICE_AREAS.map((area, a) => [
      area,
      Float64Array.from(sekPerKwh.subarray(a * HOURS, (a + 1) * HOURS)),
    ]),
  );
}
