import etag from 'etag';
import type { Response } from 'express';

/** Raised by hand when formulas or the shape of answers change, so that no cache keeps old ones. */
export const MODEL_VERSION = '5';

const CACHE = 'public, max-age=86400';

/**
 * The rule of shared caches that know this header (RFC 9213): the same day, and a little longer while they
 * revalidate (RFC 5861), so that nobody waits for that.
 */
const CDN_CACHE = `${CACHE}, stale-while-revalidate=600`;

/** Weak tag of an answer that these values, in their order, and the code determine. */
export function weakTag(...values: (string | number | undefined)[]): string {
  return etag(`${MODEL_VERSION} ${values.join(' ')}`, { weak: true });
}

/** Puts the tag, the cache rules and, for shared caches, the build's tag on an answer. */
export function keepInCaches(response: Response, tag: string): void {
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', CACHE);
  response.setHeader('CDN-Cache-Control', CDN_CACHE);
  const { cacheTag } = response.locals;
  if (cacheTag) {
    // Fastly reads the first, Cloudflare the second.
    response.setHeader('Surrogate-Key', cacheTag);
    response.setHeader('Cache-Tag', cacheTag);
  }
}

/**
 * Whether an If-None-Match value holds the tag: a list or `*`, compared weakly (RFC 9110, 13.1.2).
 * Express' own test says no under the `Cache-Control: no-cache` that `fetch` adds, and for POST.
 */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((candidate) => candidate.replace(/^W\//, '') === opaque);
}
