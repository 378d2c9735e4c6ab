import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import type { ErrorCode } from '../../schemas/types.ts';

/** HTTP status of every error code: the one table of them. CONTRIBUTING.md says what a new one needs. */
export const STATUS: Record<ErrorCode, number> = {
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
  lead_not_delivered: 503,
};

const RETRY_UNAVAILABLE_S = 60;
const RETRY_LOADING_S = 1;
const RETRY_BUSY_S = 1;

/** An answer that is an error. Its message is shown to the caller. Each API has a class of its own with its codes. */
export abstract class ApiError<Code extends string> extends Error {
  readonly code: Code;
  readonly field: string | undefined;
  /** Seconds, for the Retry-After header. */
  readonly retryAfterS: number | undefined;

  /** @param options the cause, for our log */
  constructor(
    code: Code,
    message: string,
    field?: string,
    retryAfterS?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.field = field;
    this.retryAfterS = retryAfterS;
  }

  /** HTTP status of the code, by the API's one table of them. */
  abstract get status(): number;

  get body(): { error: { code: Code; message: string; field?: string } } {
    const { code, message, field } = this;
    return { error: field === undefined ? { code, message } : { code, message, field } };
  }
}

/** An answer of the public service that is an error. */
export class HttpError extends ApiError<ErrorCode> {
  get status(): number {
    return STATUS[this.code];
  }
}

/** Work for a request that was begun and aborted, by no fault of the caller's: the call stays counted, its cells do not. */
export class AbortedError extends HttpError {}

type UnavailableCode = 'dataset_unavailable' | 'prices_unavailable';

/** Error for data of ours that is not loaded. The caller may try again in a minute, or at once during loading. */
export function unavailable(code: UnavailableCode, retryAfterS = RETRY_UNAVAILABLE_S): HttpError {
  const what = code === 'dataset_unavailable' ? 'yield dataset' : 'spot price profile';
  const message = `The ${what} is not loaded. Try again in ${retryAfterS} s.`;
  return new HttpError(code, message, undefined, retryAfterS);
}

/** There is no capacity at the moment. What has been counted of the request is given back. */
export function busy(reason: string): HttpError {
  return new HttpError(
    'busy',
    `${reason} Try again in ${RETRY_BUSY_S} s.`,
    undefined,
    RETRY_BUSY_S,
  );
}

/**
 * A caller's value, checked.
 * @param refusalOf makes the caller's error of a value that the check refuses
 * @throws HttpError invalid_parameter naming the first wrong field, or what `refusalOf` makes
 */
export function checked<T>(
  check: (value: unknown) => T,
  value: unknown,
  refusalOf: (error: InvalidValueError) => Error = invalidParameter,
): T {
  try {
    return check(value);
  } catch (error) {
    throw error instanceof InvalidValueError ? refusalOf(error) : error;
  }
}

function invalidParameter({ message, field }: InvalidValueError): HttpError {
  return new HttpError('invalid_parameter', message, field || undefined);
}

/** Statuses of a request that is wrong, before any work is done for it. */
const REFUSED = [400, 413, 422];

const UNREADABLE =
  'The path cannot be read: after each % it needs two hexadecimal digits, all of them UTF-8.';

/** Answers every unknown path. */
export const answerNotFound: RequestHandler = (request) => {
  const message = `Unknown path ${request.path.slice(0, 60)}. The endpoints are listed at /docs/api.`;
  throw new HttpError('not_found', message);
};

/**
 * Answers the methods that a path has not: itself, since an error that leaves a router waits a turn of the event
 * loop, in which a body in chunks is taken apart for nobody.
 */
export function allowOnly(methods: string): RequestHandler {
  return (request, response) => {
    response.set('Allow', methods);
    const message = `${request.method} is not possible here, use ${methods.replace(', ', ' or ')}.`;
    sendError(response, new HttpError('method_not_allowed', message));
  };
}

/**
 * Every error leaves in the one shape. An unforeseen one never shows its text.
 * @param loading whether what is not loaded yet is on its way
 */
export function answerError(log: Logger, loading = () => false): ErrorRequestHandler {
  return async (error, _request, response, next) => {
    const known = toApiError(isUnavailable(error) && loading() ? retrySoon(error) : error);
    const { code, status } = known;
    const { counted } = response.locals;
    if (code === 'internal_error') log.error({ err: error }, 'unforeseen error');
    if (response.headersSent) return next(error);
    if (code === 'busy' && !(known instanceof AbortedError)) counted?.refund(response);
    // A store of counters that fails must not cost the caller its answer.
    if (REFUSED.includes(status)) await counted?.refundRefused?.(response).catch(() => {});
    sendError(response, known);
  };
}

function sendError(response: Response, { status, body, retryAfterS }: ApiError<string>): void {
  if (retryAfterS !== undefined) response.set('Retry-After', String(retryAfterS));
  response.removeHeader('ETag');
  response.status(status).set('Cache-Control', 'no-store').json(body);
}

function isUnavailable(error: unknown): error is HttpError & { code: UnavailableCode } {
  return error instanceof HttpError && error.code.endsWith('_unavailable');
}

function retrySoon({ code }: { code: UnavailableCode }): HttpError {
  return unavailable(code, RETRY_LOADING_S);
}

function toApiError(error: unknown): ApiError<string> {
  if (error instanceof ApiError) return error;
  // Express' own: it could not decode the path, and says so with the path.
  if (error instanceof URIError) return new HttpError('not_found', UNREADABLE);
  return new HttpError('internal_error', 'Something went wrong on our side.');
}
