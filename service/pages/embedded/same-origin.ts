import type { Request, RequestHandler } from 'express';
import { HttpError } from '../../http/http-error.ts';

/**
 * Lets pass what a page of this service sends alone.
 * @param baseUrl where the service is reached; empty: the host that the request names
 */
export function sameOrigin(baseUrl: string): RequestHandler {
  const own = baseUrl ? new URL(baseUrl).host : null;
  return (request, _response, next) => {
    if (request.headers['sec-fetch-site'] === 'same-origin' && isFrom(own, request)) return next();
    throw new HttpError('bad_request', 'Only the page itself may ask this.');
  };
}

/** A GET of the same origin has no Origin; all else has. */
function isFrom(own: string | null, { method, headers }: Request): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return method === 'GET';
  return URL.canParse(origin) && new URL(origin).host === (own ?? host);
}
