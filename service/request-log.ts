import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * One line a request, when its answer is sent or its caller gone. Without the query: it tells where
 * someone lives. With the key's label, never the key.
 */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const path = request.path;
    response.once('close', () => {
      log.info({
        id: response.locals.requestId,
        ip: request.ip,
        key: response.locals.keyLabel,
        method: request.method,
        path,
        status: response.writableFinished ? response.statusCode : 'gone',
        ms: Math.round(10 * (performance.now() - began)) / 10,
      });
    });
    next();
  };
}
