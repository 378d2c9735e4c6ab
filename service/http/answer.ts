import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { keepInCaches, matches } from './etag.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends the answer of that tag, or 304 when the caller has it. What was counted of the request goes back then. */
export function answer<Json extends string | Buffer>(
  request: Request,
  response: Response,
  tag: string,
  json: () => Json,
  send: (response: Response, json: Json) => void = sendJson,
): void {
  const body = matches(request.headers['if-none-match'], tag) ? null : json();
  // Only now: a fault of `json` is an answer that no cache may keep.
  keepInCaches(response, tag);
  if (body === null) {
    response.locals.counted?.refund(response);
    response.status(304).end();
  } else {
    send(response, body);
  }
}

/** Sends a text that is JSON already. A buffer is sent as it is, without a copy. */
export function sendJson(response: Response, json: string | Buffer): void {
  const body = typeof json === 'string' ? Buffer.from(json) : json;
  setJsonHeaders(response, body.length);
  response.end(body);
}

/** Sends a text that is known to be ASCII: Node writes it together with the headers. */
export function sendAsciiJson(response: Response, json: string): void {
  setJsonHeaders(response, json.length);
  response.end(json, 'latin1');
}

function setJsonHeaders(response: Response, bytes: number): void {
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', bytes);
}

/**
 * Levels by measurement, of an answer of 98 kB and one of 55 kB. gzip 2 takes half the time of the usual 6 and
 * gives 7 to 10 % more bytes. Brotli 1 takes a third of its usual 4 and gives 6 to 9 % more, still less than gzip 6
 * in all but the second.
 */
const compress = compression({
  level: 2,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
});

/** Compresses when the client asks. The answer says that it depends on that, a 304 too. */
export const compressed: RequestHandler = (request, response, next) => {
  compressAnswer(request, response);
  next();
};

/** Compresses one answer that is about to be sent. */
export function compressAnswer(request: Request, response: Response): void {
  response.vary('Accept-Encoding');
  // The wrapper of an answer is of no use to a client that does not ask for compression.
  if (request.headers['accept-encoding']) compress(request, response, () => {});
}
