import { ProviderError } from '../ports.ts';

/** Wait until something whose answer was lost is looked for again: it may appear later. */
const LOOK_AGAIN_MS = 30_000;

/** Rejects with the failure; of a POST without an answer, with the time to wait. */
export function throwUnclear(error: unknown): never {
  if (!(error instanceof ProviderError) || error.kind !== 'unclear') throw error;
  throw new ProviderError('unclear', error.message, LOOK_AGAIN_MS);
}
