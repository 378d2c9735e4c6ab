import type { PriceResolution, PricesHeader } from '../types.ts';

/** Prices as far as the browser's types know them. */
type Prices = { header: PricesHeader };

/** What the spot year's hours may be used for: to be listed, only to compute with, or nothing. */
export type HoursUse = 'listed' | 'computed' | 'none';

/** Returns what a dataset has its hours for. @param prices null while none is loaded */
export function hoursUse(prices: Prices | null): HoursUse {
  const hours = prices?.header.spot.hours;
  if (!hours) return 'none';
  return hours.republish ? 'listed' : 'computed';
}

/** The finest prices that a dataset has. */
export function finestResolution(prices: Prices): PriceResolution {
  return hoursUse(prices) === 'none' ? 'month_x_hour' : 'hourly';
}
