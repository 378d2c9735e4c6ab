import cors from 'cors';
import type { Response } from 'express';

/** What pages of other origins may read beside the body. */
const EXPOSED = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id'];

/** Open to every origin. Answers preflights. */
export const openCors = cors({
  exposedHeaders: EXPOSED,
  methods: ['GET', 'HEAD', 'POST'],
  maxAge: 86_400,
});

/**
 * Headers that every answer has: nothing in an API's answers is a page, and any site may read them.
 * Values as helmet 8.3 sets them; HTTPS of this host alone, others of the operator are none of our
 * business.
 */
const CONSTANT = Object.entries({
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(','),
});

/** Puts the headers on an answer that all answers have. */
export function setConstantHeaders(response: Response): void {
  for (const [name, value] of CONSTANT) response.setHeader(name, value);
}
