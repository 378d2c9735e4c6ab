import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { ErrorBody, ErrorCode } from '../schemas/types.ts';
import { InvalidValueError } from '../schemas/validate.ts';
import { MAX_BODY_BYTES } from './limits.ts';

/** HTTP status of every error code. */
const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  invalid_json: 400,
  invalid_api_key: 401,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  invalid_parameter: 422,
  outside_coverage: 422,
  not_supported: 422,
  rate_limited: 429,
  internal_error: 500,
  dataset_unavailable: 503,
  prices_unavailable: 503,
  busy: 503,
};

const RETRY_UNAVAILABLE_S = 60;

/** An answer that is an error; its message is shown to the caller. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field?: string,
    /** Seconds, for the Retry-After header. */
    readonly retryAfterS?: number,
  ) {
    super(message);
  }

  get status(): number {
    return STATUS[this.code];
  }

  get body(): ErrorBody {
    const { code, message, field } = this;
    return { error: field ? { code, message, field } : { code, message } };
  }
}

/** What of ours is not loaded; the caller may try again in a minute. */
export function unavailable(code: 'dataset_unavailable' | 'prices_unavailable'): ApiError {
  const what = code === 'dataset_unavailable' ? 'yield dataset' : 'spot price profile';
  const message = `The ${what} is not loaded. Try again in ${RETRY_UNAVAILABLE_S} s.`;
  return new ApiError(code, message, undefined, RETRY_UNAVAILABLE_S);
}

/**
 * A caller's value, checked.
 * @throws ApiError invalid_parameter naming the first wrong field
 */
export function checked<T>(check: (value: unknown) => T, value: unknown): T {
  try {
    return check(value);
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new ApiError('invalid_parameter', error.message, error.field);
  }
}

/** Answers every path that is nothing. */
export const answerNotFound: RequestHandler = (request) => {
  const message = `There is nothing at ${request.path}. The endpoints are listed at /docs/api.`;
  throw new ApiError('not_found', message);
};

/** Answers the methods that a path has not. */
export function allowOnly(methods: string): RequestHandler {
  return (request, response) => {
    response.set('Allow', methods);
    const message = `${request.method} is not possible here, use ${methods.replace(', ', ' or ')}.`;
    throw new ApiError('method_not_allowed', message);
  };
}

/** Every error leaves in the one shape; an unforeseen one never shows its text. */
export function answerError(log: Logger): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const known = apiErrorOf(error);
    if (known.code === 'internal_error') log.error({ err: error }, 'unforeseen error');
    if (response.headersSent) return next(error);
    if (known.retryAfterS !== undefined) response.set('Retry-After', String(known.retryAfterS));
    response.removeHeader('ETag');
    response.status(known.status).set('Cache-Control', 'no-store').json(known.body);
  };
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') {
    return new ApiError('body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  }
  // Express throws this for a path with malformed percent-encoding.
  if (error instanceof URIError) return new ApiError('not_found', 'The path is not valid.');
  // The body reader's other refusals: unknown content encoding, bytes that do not inflate, a cut body.
  if (status === 400 || status === 415) {
    return new ApiError('invalid_json', 'The body cannot be read: its content encoding is wrong.');
  }
  return new ApiError('internal_error', 'Something went wrong on our side.');
}
