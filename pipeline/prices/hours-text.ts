import { meanSpread } from '#common/daily-spread.ts';
import { HOURS } from '../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import type { RecipePrices } from '../../schemas/types.ts';
import type { SpotHours } from './spot/clock-year.ts';

/** Sentences about the hours that a build has: whether the year is whole, what they are, and how far days spread. */
export function hoursText(
  { year, republish, licence }: RecipePrices,
  hours: SpotHours | null,
): string {
  if (!hours) {
    return `Hours of ${year}: an hour has no price, so prices.bin has none; simulations have means by month and clock hour.`;
  }
  const days = hours.quarterHourDays;
  const made = days > 0 ? `means of quarter hours on ${days} days` : 'as the feed has them';
  const use = republish ? `may be republished (${licence})` : 'for simulations alone';
  const spreads = PRICE_AREAS.map((area, a) => {
    const prices = hours.sekPerKwh.subarray(a * HOURS, (a + 1) * HOURS);
    return `${area} ${meanSpread(Float64Array.from(prices)).toFixed(3)}`;
  });
  return `Hours of ${year}: whole, ${made}, ${use}. Mean spread of a day, SEK/kWh: ${spreads.join(', ')}.`;
}
