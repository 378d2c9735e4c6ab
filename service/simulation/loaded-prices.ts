import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import { unavailable } from '../http/api-error.ts';

/**
 * The prices dataset for a request that needs it.
 * @throws ApiError prices_unavailable while it is not loaded
 */
export function loadedPrices(artifact: PricesArtifact | null): PricesArtifact {
  if (artifact) return artifact;
  throw unavailable('prices_unavailable');
}
