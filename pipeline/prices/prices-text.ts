import { meanSpread } from '#clock/daily-spread.ts';
import { HOURS } from '../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import type { GridTariffs, RecipePrices } from '../../schemas/types.ts';
import type { SpotHours } from './spot/clock-year.ts';
import { periodName } from './spot/twelve-months.ts';

/** The report of a build about its hours: whether the year is whole, how it was made, and the spread of its days. */
export function hoursText(prices: RecipePrices, hours: SpotHours | null): string {
  const { republish, licence } = prices;
  const period = periodName(prices);
  if (!hours) {
    return `Hours of ${period}: an hour has no price, so prices.bin has no hours. Simulations use means by month and clock hour.`;
  }
  const days = hours.quarterHourDays;
  const made = days > 0 ? `means of quarter hours on ${days} days` : 'as the feed has them';
  const use = republish ? `may be republished (${licence})` : 'only for simulations';
  const spreads = PRICE_AREAS.map((area, a) => {
    const prices = hours.sekPerKwh.subarray(a * HOURS, (a + 1) * HOURS);
    return `${area} ${meanSpread(Float64Array.from(prices)).toFixed(3)}`;
  });
  return `Hours of ${period}: whole, ${made}, ${use}. Mean spread of a day, SEK/kWh: ${spreads.join(', ')}.`;
}

export function gridTariffsText(gridTariffs: GridTariffs | undefined): string {
  if (!gridTariffs) return 'No price lists of grid companies.';
  const { lists } = gridTariffs;
  const companies = new Set(lists.map(({ company }) => company)).size;
  const current = lists.filter(({ status }) => status !== 'ended');
  const charged = current.filter(({ power }) => power.length > 0).length;
  return `${lists.length} price lists of ${companies} grid companies, ${lists.length - current.length} of them ended. Of the other ${current.length}, ${charged} have a power charge.`;
}
