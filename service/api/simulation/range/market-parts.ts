import { vatFactor } from '#engine/money.ts';
import { type MarketParts, ownMarketPart } from '#engine/range/market-move.ts';
import { type PricesArtifact, spotHours } from '../../../../schemas/codec/prices-artifact.ts';
import type { PricesRequest } from '../house-request.ts';
import type { Market } from '../market.ts';
import { repeatProfile } from '../series.ts';
import { spotYear } from '../spot-hours.ts';
import { newestTariff, spotProfile } from '../spot-preset.ts';

/** The spot price where the preset prices a side; of an own price what can be told from its hours. */
export function marketParts(
  { import_sek_per_kwh, export_sek_per_kwh, resolution }: PricesRequest,
  { prices, zone }: Pick<Market, 'prices' | 'zone'>,
  dataset: PricesArtifact,
): MarketParts {
  const withVat = vatFactor(newestTariff(dataset).vat.value);
  const hasHours = resolution === 'hourly' && spotHours(dataset, zone) !== null;
  const spot = hasHours ? spotYear(dataset, zone) : repeatProfile(spotProfile(dataset, zone));
  return {
    importSekPerKwh:
      import_sek_per_kwh === undefined
        ? spot.map((sek) => sek * withVat)
        : ownMarketPart(prices.importSekPerKwh, withVat * meanOf(spot)),
    exportSekPerKwh: export_sek_per_kwh === undefined ? spot : prices.exportSekPerKwh,
  };
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
