import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import readRaw from 'raw-body';
import { ApiError } from './api-error.ts';
import { refuseCostly } from './body-cost.ts';
import { MAX_BODY_BYTES } from './limits.ts';

const INFLATERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body of any content type, inflated, up to the limit, and not a byte beyond: Express' own
 * reader goes on to the end of a body that it has refused.
 */
export const readBody: RequestHandler = async (request, response, next) => {
  try {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
    request.body = await readRaw(inflated(request), { limit: MAX_BODY_BYTES });
    next();
  } catch (error) {
    // What was not read must not be taken for the next request.
    response.set('Connection', 'close');
    throw refusal(error);
  }
};

/**
 * The body that `readBody` read, as JSON.
 * @throws ApiError invalid_json, or invalid_parameter when parsing it would take too long
 */
export function jsonBody(request: Request): unknown {
  const body: Buffer = request.body;
  if (body.length === 0) throw invalid('The body is empty, expected a JSON object.');
  refuseCostly(body);
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    throw invalid(`The body is not valid JSON: ${(error as Error).message}.`);
  }
}

function inflated(request: Request) {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return request;
  const inflater = INFLATERS.get(encoding);
  if (!inflater) {
    const known = [...INFLATERS.keys()].join(', ');
    throw invalid(`The body's content encoding is not known, expected ${known} or none.`);
  }
  // Errors reach the reader of the last stream.
  return pipeline(request, inflater(), () => {});
}

function refusal(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const { type, code } = error as { type?: string; code?: string };
  if (type === 'entity.too.large') return tooLarge();
  const isCut = type !== undefined || code?.startsWith('ERR_STREAM');
  if (isCut) return invalid('The body broke off before its end.');
  return invalid('The body does not inflate: its bytes are not of its content encoding.');
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_json', message);
}

function tooLarge(): ApiError {
  return new ApiError('body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}
