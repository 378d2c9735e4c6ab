import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { RequestError } from '#engine/refusal.ts';
import type { ErrorCode, IntegrationsErrorCode } from '../../schemas/types.ts';

/** HTTP status of every error code of both processes. CONTRIBUTING.md says what a new one needs. */
export const STATUS: Record<ErrorCode | IntegrationsErrorCode, number> = {
  bad_request: 400,
  invalid_json: 400,
  invalid_api_key: 401,
  unauthorized: 401,
  subscription_inactive: 403,
  not_found: 404,
  method_not_allowed: 405,
  applicants_missing: 409,
  conflict: 409,
  provider_not_configured: 409,
  body_too_large: 413,
  invalid_parameter: 422,
  outside_coverage: 422,
  not_supported: 422,
  rate_limited: 429,
  internal_error: 500,
  busy: 503,
  dataset_unavailable: 503,
  lead_not_delivered: 503,
  prices_unavailable: 503,
  store_unavailable: 503,
};

const RETRY_UNAVAILABLE_S = 60;
const RETRY_LOADING_S = 1;
const RETRY_BUSY_S = 1;

/** An answer that is an error. Each API has a class of its own with its codes. */
export class ApiError<Code extends keyof typeof STATUS> extends RequestError<Code> {
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
    super(code, message, field, options);
    this.retryAfterS = retryAfterS;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** An answer of the public service that is an error. */
export class HttpError extends ApiError<ErrorCode> {}

/** Work for a request that was begun and aborted, by no fault of the caller's: the call stays counted, its cells do not. */
export class AbortedError extends HttpError {}

/** There is no capacity at the moment. What has been counted of the request is given back. */
export function busy(reason: string): HttpError {
  return new HttpError(
    'busy',
    `${reason} Try again in ${RETRY_BUSY_S} s.`,
    undefined,
    RETRY_BUSY_S,
  );
}

/** Statuses of a request that is wrong, before any work is done for it. */
const REFUSED = [400, 413, 422];

const UNREADABLE =
  'The path cannot be read: after each % it needs two hexadecimal digits, all of them UTF-8.';

export const answerNotFound: RequestHandler = (request) => {
  // In a router that is mounted, `path` is only the rest.
  const path = `${request.baseUrl}${request.path}`.slice(0, 60);
  throw new HttpError('not_found', `Unknown path ${path}. The endpoints are listed at /docs/api.`);
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
    const known = toApiError(error, loading() ? RETRY_LOADING_S : RETRY_UNAVAILABLE_S);
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

function sendError(
  response: Response,
  { status, body, retryAfterS }: ApiError<keyof typeof STATUS>,
): void {
  if (retryAfterS !== undefined) response.set('Retry-After', String(retryAfterS));
  response.status(status).set('Cache-Control', 'no-store').json(body);
}

/** @param retryAfterS when to ask again for data that is not loaded */
function toApiError(error: unknown, retryAfterS: number): ApiError<keyof typeof STATUS> {
  if (error instanceof ApiError) return error;
  if (error instanceof RequestError) return refusalError(error, retryAfterS);
  // Express' own: it could not decode the path, and says so with the path.
  if (error instanceof URIError) return new HttpError('not_found', UNREADABLE);
  return new HttpError('internal_error', 'Something went wrong on our side.');
}

function refusalError({ code, message, field }: RequestError, retryAfterS: number): HttpError {
  if (!code.endsWith('_unavailable')) return new HttpError(code, message, field);
  return new HttpError(code, `${message} Try again in ${retryAfterS} s.`, field, retryAfterS);
}
