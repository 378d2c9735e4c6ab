import { roundTo } from '#engine/round.ts';
import { hoursUse } from '../../../schemas/codec/hours-use.ts';
import { type PricesArtifact, spotHours } from '../../../schemas/codec/prices-artifact.ts';
import type { PriceArea, SimulationLocation } from '../../../schemas/types.ts';
import { HttpError } from '../../http/http-error.ts';
import type { HouseGridTariff } from './grid-tariff.ts';
import { type SpotPreset, spotPreset } from './spot-preset.ts';

/** Decimals of a spot price in SEK, in which a float32 up to 8 SEK/kWh is the feed's own number again. */
const DECIMALS = 6;

const NO_HOURS = 'the dataset has only the means of its spot prices by month and clock hour';
const NOT_LISTED = 'the terms of these spot prices do not allow to list their hours';

/** Decimals of a price with its parts: finer than any, and coarser than the rounding of their sums. */
const SUM_DECIMALS = 9;

/**
 * Prices a house by the preset in each hour of the spot year.
 * @param grid a price list of the grid company, as for `spotPreset`
 * @throws HttpError not_supported where the dataset has no hours
 */
export function hourlyPreset(
  prices: PricesArtifact,
  location: SimulationLocation | null,
  zone: PriceArea,
  grid: HouseGridTariff | null = null,
): SpotPreset {
  const { importSekPerKwh, exportSekPerKwh, ...preset } = spotPreset(
    prices,
    location,
    zone,
    spotYear(prices, zone),
    grid,
  );
  const rounded = (sekPerKwh: Float64Array) => sekPerKwh.map((sek) => roundTo(sek, SUM_DECIMALS));
  return {
    importSekPerKwh: rounded(importSekPerKwh),
    exportSekPerKwh: rounded(exportSekPerKwh),
    ...preset,
  };
}

/**
 * The hours of an area's spot year, SEK/kWh without tax and VAT, by the Swedish clock.
 * @throws HttpError not_supported where the dataset has none
 */
export function spotYear(prices: PricesArtifact, zone: PriceArea): Float64Array {
  const hours = spotHours(prices, zone);
  if (!hours) throw notSupported('prices.resolution', `${NO_HOURS}. Leave it out.`);
  return hours.map((sek) => roundTo(sek, DECIMALS));
}

/**
 * Refuses an answer with the hours of spot prices that are not there, or may not be given on.
 * @param field that asks for it
 * @throws HttpError not_supported
 */
export function assertListed(prices: PricesArtifact, field: string): void {
  const use = hoursUse(prices);
  if (use === 'none') throw notSupported(field, `${NO_HOURS}. Leave it out.`);
  if (use === 'computed')
    throw notSupported(field, `${NOT_LISTED}. Simulations compute with them.`);
}

function notSupported(field: string, why: string): HttpError {
  return new HttpError('not_supported', `"${field}" is hourly, but ${why}`, field);
}
