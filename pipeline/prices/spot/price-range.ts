import { PRICE_AREAS } from '../../../schemas/price-area.ts';
import type { HourlySpot, SpotPrice } from './spot-price.ts';

/**
 * SEK/kWh. The auction's floor is -500 EUR/MWh (about -5.7 SEK/kWh); the highest Swedish price to
 * 2025 was 800 EUR/MWh (8.5 SEK/kWh).
 */
const PRICE = { min: -6, max: 30 };
/** SEK/kWh. Years from 2020 to 2025 had 0.15 (SE1, 2020) to 1.62 (SE4, 2022). */
const YEAR_MEAN = { min: 0.05, max: 5 };
const ADVICE =
  'Check the unit: prices are taken to be SEK/kWh or EUR/MWh as the feed defines them.';

/** Throws when one price cannot be in SEK/kWh. */
export function checkPrice({ area, sekPerKwh, where }: SpotPrice): void {
  if (sekPerKwh >= PRICE.min && sekPerKwh <= PRICE.max) return;
  throw new Error(
    `${where}: the price in ${area} is ${shown(sekPerKwh)} SEK/kWh, expected ${PRICE.min} to ${PRICE.max}. ${ADVICE}`,
  );
}

/** Throws when an area's mean of the year cannot be in SEK/kWh. */
export function checkYearMeans({ year, sekPerKwh }: HourlySpot): void {
  PRICE_AREAS.forEach((area, a) => {
    const prices = sekPerKwh[a].filter((price) => !Number.isNaN(price));
    const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
    if (mean >= YEAR_MEAN.min && mean <= YEAR_MEAN.max) return;
    throw new Error(
      `${area}: the mean of ${year} is ${shown(mean)} SEK/kWh, expected ${YEAR_MEAN.min} to ${YEAR_MEAN.max}. ${ADVICE}`,
    );
  });
}

function shown(sekPerKwh: number): string {
  return String(Number(sekPerKwh.toPrecision(4)));
}
