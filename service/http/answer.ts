import type { Request, Response } from 'express';
import { isKnown } from './etag.ts';
import type { CallCounter } from './rate-limits.ts';
import { sendJson } from './send.ts';

/** Sends the answer of that tag, or 304 when the caller has it, whose unit goes back. */
export function answer(
  request: Request,
  response: Response,
  counter: CallCounter,
  tag: string,
  json: () => string,
  send: (response: Response, json: string) => void = sendJson,
): void {
  if (isKnown(request, response, tag)) {
    counter.giveBack(request, response);
    response.status(304).end();
  } else {
    send(response, json());
  }
}
