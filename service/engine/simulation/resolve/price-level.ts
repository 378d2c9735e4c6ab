import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { Prices } from '../../battery/house.ts';
import { movePrices } from '../../range/market-move.ts';
import type { ResolvedInputs } from '../house-case.ts';
import type { PricesRequest } from '../house-request.ts';
import { marketParts } from './prices.ts';

/** Moves the spot part, which an import price of the page's own has next to its fees, too. */
export function pricesAtLevel(
  { resolution }: PricesRequest,
  inputs: ResolvedInputs,
  dataset: PricesArtifact,
  level: number,
): Prices {
  if (level === 1) return inputs.prices;
  const ofSpot: PricesRequest = { preset: 'se_spot', ...(resolution ? { resolution } : {}) };
  return movePrices(inputs.prices, marketParts(ofSpot, inputs, dataset), level, level);
}
