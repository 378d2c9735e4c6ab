import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { unavailable } from '../../refusal.ts';
import type { HouseRecords } from '../house-records.ts';

/** Datasets that houses are resolved against. A prices dataset has all of the records. */
export type HouseDataset = PricesArtifact | HouseRecords;

/**
 * The dataset with its spot prices and price lists, for requests that need them.
 * @throws RequestError prices_unavailable where only the records are loaded
 */
export function requirePrices(dataset: HouseDataset): PricesArtifact {
  if ('spot_profile' in dataset) return dataset;
  throw unavailable('prices_unavailable');
}
