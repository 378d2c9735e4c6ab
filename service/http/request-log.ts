import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { shortened } from './caller.ts';

const ACCEPTED = /^[\w.:-]{1,128}$/;

/** Puts an X-Request-Id on the answer: the caller's own when it is a plain word, else a new one. */
export function nameRequest(request: Request, response: Response): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.setHeader('X-Request-Id', id);
}

/** Status in the log of an answer whose caller was gone before it was sent, as nginx has it. */
const CALLER_GONE = 499;
const MAX_PATH = 200;
/** Whoever has such a path has all that the page shows. */
const PUBLIC_LINKS = '/i/';

/**
 * Logs one line when the answer is sent or the caller gone. Without the query: it tells where
 * someone lives, as a public link does. With the key's label, never the key.
 */
export function logWhenDone(
  log: Logger,
  request: Request,
  response: Response,
  fullAddresses: boolean,
): void {
  const beganMs = performance.now();
  const { method, path } = request;
  response.once('close', () => {
    const { requestId, ip, keyLabel } = response.locals;
    log.info({
      id: requestId,
      ip: fullAddresses ? ip : shortened(ip),
      key: keyLabel,
      method,
      path: loggable(path),
      status: response.writableFinished ? response.statusCode : CALLER_GONE,
      ms: Math.round(10 * (performance.now() - beganMs)) / 10,
    });
  });
}

function loggable(path: string): string {
  if (path.startsWith(PUBLIC_LINKS)) return `${PUBLIC_LINKS}…`;
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
}
