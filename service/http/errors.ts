import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError } from './api-error.ts';

/** Answers every path that is nothing. */
export const answerNotFound: RequestHandler = (request) => {
  const message = `There is nothing at ${request.path.slice(0, 60)}. The endpoints are listed at /docs/api.`;
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
  return (error, request, response, next) => {
    const known = apiErrorOf(error);
    if (known.code === 'internal_error') log.error({ err: error }, 'unforeseen error');
    if (response.headersSent) return next(error);
    if (known.code === 'busy') response.locals.counter?.giveBack(request, response);
    if (known.retryAfterS !== undefined) response.set('Retry-After', String(known.retryAfterS));
    response.removeHeader('ETag');
    response.status(known.status).set('Cache-Control', 'no-store').json(known.body);
  };
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('internal_error', 'Something went wrong on our side.');
}
