import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { YieldDataset } from './dataset.ts';

/** The data that answers are computed from. Each part is replaced whole; null is not loaded. */
export interface LoadedData {
  pvYield: YieldDataset | null;
  prices: PricesArtifact | null;
}
