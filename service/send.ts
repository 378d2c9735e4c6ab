import type { Response } from 'express';

/** Sends a text that is JSON already. */
export function sendJson(response: Response, json: string): void {
  const body = Buffer.from(json);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
