import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import readRaw from 'raw-body';
import { MAX_BODY_BYTES } from '../limits.ts';
import { ApiError } from './api-error.ts';
import type { BodyBudget } from './body-budget.ts';
import { refuseCostly } from './body-cost.ts';

const INFLATERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads bodies of any content type, inflated, up to the limit and the budget, and not a byte beyond:
 * Express' own reader goes on to the end of a body that it has refused.
 */
export function bodyReader(budget: BodyBudget): RequestHandler {
  return async (request, response, next) => {
    try {
      if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
      const inflater = inflaterOf(request);
      const meter = budget.meter(response, inflater !== undefined);
      request.body = await readRaw(piped(request, inflater, meter), { limit: MAX_BODY_BYTES });
      next();
    } catch (error) {
      // What was not read must not be taken for the next request.
      response.set('Connection', 'close');
      throw refusal(error);
    }
  };
}

/**
 * The body that `bodyReader` read, as JSON.
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

/** What inflates the body; nothing when it is not compressed. */
function inflaterOf(request: Request): Transform | undefined {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return undefined;
  const inflater = INFLATERS.get(encoding);
  if (!inflater) {
    const known = [...INFLATERS.keys()].join(', ');
    throw invalid(`The body's content encoding is not known, expected ${known} or none.`);
  }
  return inflater();
}

function piped(request: Request, inflater: Transform | undefined, meter: Transform): Transform {
  // Errors reach the reader of the last stream.
  if (inflater) return pipeline(request, inflater, meter, () => {});
  return pipeline(request, meter, () => {});
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
