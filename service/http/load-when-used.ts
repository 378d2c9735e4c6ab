import type { RequestHandler } from 'express';

/**
 * Routes whose code is loaded by the first request for them: it would hold up the start. A failure is
 * not remembered. Once they are there they are entered at once, before a body in chunks is taken apart.
 */
export function loadWhenUsed(load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  let routes: RequestHandler | undefined;
  return async (request, response, next) => {
    if (!routes) {
      loading ??= load().catch((error) => {
        loading = undefined;
        throw error;
      });
      routes = await loading;
    }
    return routes(request, response, next);
  };
}
