import express, { type Request, type RequestHandler } from 'express';
import { ApiError } from './errors.ts';
import { MAX_BODY_BYTES } from './limits.ts';

/** Reads a body of any content type, inflated, up to the limit. */
export const readBody: RequestHandler = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body that `readBody` read, as JSON.
 * @throws ApiError invalid_json
 */
export function jsonBody(request: Request): unknown {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw new ApiError('invalid_json', 'The body is empty, expected a JSON object.');
  }
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    throw new ApiError('invalid_json', `The body is not valid JSON: ${(error as Error).message}.`);
  }
}
