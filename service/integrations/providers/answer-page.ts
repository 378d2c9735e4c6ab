/** Answers that are not the API's: redirects and maintenance pages. */
import { ProviderError } from '../ports.ts';

interface Given {
  status: number;
  contentType: string | null;
  bytes: Buffer;
  /** Time for which it asks for no calls, ms. */
  retryAfterMs: number | undefined;
}

/** Statuses that mean the same whoever gives them. */
const PLAIN = [401, 403, 429];

/**
 * @param what the provider and what was tried, for the error
 * @throws ProviderError auth for a redirect, which is never followed with credentials. Closed for a page
 *   instead of an answer, or outcome_unknown if a POST may have been carried out
 */
export function refusePage(what: string, method: string, given: Given): void {
  const { status } = given;
  if (status >= 300 && status < 400) {
    const message = `${what}: answered ${status}, the address has moved. Correct it in the organisations file.`;
    throw new ProviderError('auth', message);
  }
  if (PLAIN.includes(status) || !isPage(given)) return;
  const mayBeDone = method === 'POST' && (status < 300 || (status >= 500 && status !== 503));
  const message = `${what}: answered ${status} with an HTML page instead of data.`;
  throw new ProviderError(mayBeDone ? 'outcome_unknown' : 'closed', message, given.retryAfterMs);
}

function isPage({ contentType, bytes }: Given): boolean {
  if (contentType?.startsWith('text/html')) return true;
  return /^\s*<(!doctype html|html)/i.test(bytes.subarray(0, 200).toString('latin1'));
}
