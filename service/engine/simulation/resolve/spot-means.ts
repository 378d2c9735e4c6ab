/** Means of the spot prices: of the twelve months that a dataset has, and of the last that are known. */

import latest from '../../../../fixtures/market/latest-prices.json' with { type: 'json' };
import { PRICE_AREAS } from '../../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { MarketSpotMeans } from '../../../../schemas/types.ts';
import { trustOf } from '../../deduction/rates.ts';
import { roundTo } from '../../round.ts';
import { mean } from '../../statistics.ts';
import { repeatProfile } from '../series.ts';
import { spotMonths, spotProfile } from './spot-preset.ts';

/** Decimals of a mean: a hundredth of an öre. */
const DECIMALS = 4;

/** Means of the months that the prices are of, and of the last twelve that are known, SEK/kWh without tax and VAT. */
export function spotMeans(prices: PricesArtifact): MarketSpotMeans {
  const [SE1, SE2, SE3, SE4] = PRICE_AREAS.map((zone) =>
    roundTo(mean(repeatProfile(spotProfile(prices, zone))), DECIMALS),
  );
  const { months, mean_sek_per_kwh, source, as_of } = latest;
  return {
    used: { months: spotMonths(prices.header.spot), mean_sek_per_kwh: { SE1, SE2, SE3, SE4 } },
    latest: { months, mean_sek_per_kwh, source, as_of, trust: trustOf(latest.trust) },
  };
}
