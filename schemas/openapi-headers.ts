import type { JsonObject } from './openapi-schemas.ts';

/** How long an answer may be kept. */
export type Cache = 'day' | 'hour' | 'never';

/** Headers of the answers that count against a rate limit. */
export const COUNTED = ['RateLimit', 'RateLimit-Policy'];

const CACHE_HEADERS: Record<Cache, string> = {
  day: 'Cache-Day',
  hour: 'Cache-Hour',
  never: 'Cache-Never',
};

/** Headers of a response, by name: the request's id, these, and how long it may be kept. */
export function headers(cache: Cache, ...names: string[][]): JsonObject {
  const refs = ['X-Request-Id', ...names.flat()].map((name) => [name, headerRef(name)]);
  return { ...Object.fromEntries(refs), 'Cache-Control': headerRef(CACHE_HEADERS[cache]) };
}

function headerRef(name: string): JsonObject {
  return { $ref: `#/components/headers/${name}` };
}
