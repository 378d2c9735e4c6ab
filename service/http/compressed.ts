import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

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
