import cors from 'cors';
import type { Response } from 'express';

/** Headers that pages of other origins may read, next to the body. */
const EXPOSED = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id'];

/** Open to every origin. Answers preflights. */
export const openCors = cors({
  exposedHeaders: EXPOSED,
  methods: ['GET', 'HEAD', 'POST'],
  maxAge: 86_400,
});

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
