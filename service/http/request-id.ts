import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';

const ACCEPTED = /^[\w.:-]{1,128}$/;

/** Puts an X-Request-Id on the answer: the caller's own when it is a plain word, else a new one. */
export function nameRequest(request: Request, response: Response): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.setHeader('X-Request-Id', id);
}
