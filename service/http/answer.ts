import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { isKnown } from './etag.ts';

/** Sends the answer of that tag, or 304 when the caller has it; what was counted of the request goes back then. */
export function answer(
  request: Request,
  response: Response,
  tag: string,
  json: () => string,
  send: (response: Response, json: string) => void = sendJson,
): void {
  if (isKnown(request, response, tag)) {
    response.locals.counted?.giveBack(response);
    response.status(304).end();
  } else {
    send(response, json());
  }
}

/** Sends a text that is JSON already; a buffer is sent as it is, without a copy. */
export function sendJson(response: Response, json: string | Buffer): void {
  const body = typeof json === 'string' ? Buffer.from(json) : json;
  setJsonHeaders(response, body.length);
  response.end(body);
}

/** The same of a text that is known to be ASCII alone: Node writes it together with the headers. */
export function sendAsciiJson(response: Response, json: string): void {
  setJsonHeaders(response, json.length);
  response.end(json, 'latin1');
}

function setJsonHeaders(response: Response, bytes: number): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
}

const compress = compression();

/** Compresses when the client asks; the answer says that it depends on that, a 304 too. */
export const compressed: RequestHandler = (request, response, next) => {
  compressAnswer(request, response);
  next();
};

/** The same for one answer that is about to be sent. */
export function compressAnswer(request: Request, response: Response): void {
  response.vary('Accept-Encoding');
  compress(request, response, () => {});
}
