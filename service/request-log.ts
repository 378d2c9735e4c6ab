import type { Request, Response } from 'express';
import type { Logger } from 'pino';

/**
 * Logs one line when the answer is sent or the caller gone. Without the query: it tells where
 * someone lives. With the key's label, never the key.
 */
export function logWhenDone(log: Logger, request: Request, response: Response): void {
  const beganMs = performance.now();
  const { method, path, ip } = request;
  response.locals.ip = ip;
  response.once('close', () => {
    log.info({
      id: response.locals.requestId,
      ip,
      key: response.locals.keyLabel,
      method,
      path,
      status: response.writableFinished ? response.statusCode : 'gone',
      ms: Math.round(10 * (performance.now() - beganMs)) / 10,
    });
  });
}
