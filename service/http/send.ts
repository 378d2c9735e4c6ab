import type { Response } from 'express';

/** Sends a text that is JSON already; a buffer is sent as it is, without a copy. */
export function sendJson(response: Response, json: string | Buffer): void {
  const body = typeof json === 'string' ? Buffer.from(json) : json;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
