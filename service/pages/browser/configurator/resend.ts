import type { CallRefused } from '../api.ts';

/** Longer than that nobody watches a page. */
const MOST_WAIT_S = 120;
/** Sendings by itself after the visitor's own. */
const MOST_TRIES = 3;

/**
 * Seconds after which a request that was not delivered is sent again by itself; null where the visitor has to.
 * @param tries how often it was sent again by itself
 */
export function resendAfterS(
  { code, retryAfterS }: Pick<CallRefused, 'code' | 'retryAfterS'>,
  tries: number,
): number | null {
  if (code !== 'lead_not_delivered' || retryAfterS === null) return null;
  return retryAfterS <= MOST_WAIT_S && tries < MOST_TRIES ? retryAfterS : null;
}
