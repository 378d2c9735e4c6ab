import type { RequestHandler } from 'express';

/**
 * Routes whose code is loaded by the first request for them: it would hold up the start. A failure is
 * not remembered.
 */
export function loadedWhenUsed(load: () => Promise<RequestHandler>): RequestHandler {
  let routes: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    routes ??= load().catch((error) => {
      routes = undefined;
      throw error;
    });
    (await routes)(request, response, next);
  };
}
