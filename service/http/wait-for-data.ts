import type { RequestHandler } from 'express';
import { memoizeAsync } from '../../schemas/memoize-async.ts';

/** How long a request waits for data that is being read, ms. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Makes requests wait while the first data is being read, for ten seconds at most. What is not loaded by then
 * answers 503.
 * @param loading settles when it has been read. Null once it has
 */
export function waitForData(loading: () => Promise<unknown> | null): RequestHandler {
  return async (_request, _response, next) => {
    const reading = loading();
    if (reading) await Promise.race([reading, longestWait()]);
    next();
  };
}

function longestWait(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS).unref();
  });
}

/** Routes whose code is loaded by the first request for them: it would hold up the start. */
export function loadWhenUsed(load: () => Promise<RequestHandler>): RequestHandler {
  const loaded = memoizeAsync(load);
  return async (request, response, next) => (await loaded())(request, response, next);
}
