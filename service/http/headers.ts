import type { Request, Response } from 'express';

/** Headers that pages of other origins may read, next to the body. */
const EXPOSED = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id'];

/**
 * Headers of every answer of both processes: nothing in an API's answers is a page. Values as helmet 8.3
 * sets them. HTTPS for this host only. Other hosts of the operator are not ours to decide.
 */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Headers of every answer that scripts of any site may read. */
export const OPEN_HEADERS = {
  ...SECURITY_HEADERS,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(','),
};

/** Makes a function that puts headers on an answer. */
export function headerSetter(headers: Record<string, string>): (response: Response) => void {
  const entries = Object.entries(headers);
  return (response) => {
    for (const [name, value] of entries) response.setHeader(name, value);
  };
}

/**
 * Answers what a browser asks before a call from another site: with any header, by the methods that some
 * path has. The answer has `OPEN_HEADERS` already. Source: CORS-preflight fetch, https://fetch.spec.whatwg.org
 */
export function answerPreflight(request: Request, response: Response): void {
  const asked = request.headers['access-control-request-headers'];
  if (asked) response.setHeader('Access-Control-Allow-Headers', asked);
  response.setHeader('Access-Control-Allow-Methods', 'GET,HEAD,POST');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.setHeader('Vary', 'Access-Control-Request-Headers');
  response.setHeader('Content-Length', '0');
  response.status(204).end();
}
