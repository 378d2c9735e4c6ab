import type { CallRefused } from '../api.ts';

/** Longer than that nobody watches a page. */
const MOST_WAIT_S = 120;
/** Sendings by itself after the visitor's own. */
const MOST_TRIES = 3;

/**
 * Seconds after which a request that is not possible now (503) is sent again by itself: its sink does not
 * take it, or the service is busy. Null where the visitor has to.
 * @param tries how often it was sent again by itself
 */
export function resendAfterS(
  { status, retryAfterS }: Pick<CallRefused, 'status' | 'retryAfterS'>,
  tries: number,
): number | null {
  if (status !== 503 || retryAfterS === null) return null;
  return retryAfterS <= MOST_WAIT_S && tries < MOST_TRIES ? retryAfterS : null;
}
