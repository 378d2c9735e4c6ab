import type { RequestHandler } from 'express';
import { memoizeAsync } from './memoize-async.ts';

/** Routes whose code is loaded by the first request for them: it would hold up the start. */
export function loadWhenUsed(load: () => Promise<RequestHandler>): RequestHandler {
  const loaded = memoizeAsync(load);
  return async (request, response, next) => (await loaded())(request, response, next);
}
