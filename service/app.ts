import express, { type ErrorRequestHandler, type Express } from 'express';
import type { PvYieldArtifact } from '../schemas/pv-yield-artifact.ts';
import { ApiError } from './errors.ts';
import { yieldRoutes } from './yield/routes.ts';

/** The whole service on the given data; it does not listen yet. */
export function createApp(dataset: PvYieldArtifact | null): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use('/api/v1/pv-yield', yieldRoutes(dataset));
  app.use((request) => {
    throw new ApiError('not_found', `There is nothing at ${request.path}.`);
  });
  app.use(answerError);
  return app;
}

/** Every error leaves in the one shape; an unforeseen one never shows its text. */
const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
  const known = apiErrorOf(error);
  if (known.code === 'internal_error') console.error(error);
  if (known.retryAfterS !== undefined) response.set('Retry-After', String(known.retryAfterS));
  response.status(known.status).set('Cache-Control', 'no-store').json(known.body);
};

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express' router throws this for a path with malformed percent-encoding.
  if (error instanceof URIError) return new ApiError('not_found', 'The path is not valid.');
  return new ApiError('internal_error', 'Something went wrong on our side.');
}
