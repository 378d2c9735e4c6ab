import type { Response } from 'express';

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
