import express, { type Request, type RequestHandler, type Response } from 'express';
import type { BodyBudget } from './guards/body-budget.ts';
import { MAX_BODY_BYTES } from './guards/limits.ts';
import { HttpError } from './http-error.ts';

/**
 * Pieces that a body may have. Callers' buffers send kilobytes at a time, and a piece of one byte costs as much as
 * one of ten thousand.
 */
const SPARE_PIECES = 1024;
const BYTES_A_PIECE = 256;

/** Encodings that Express inflates. */
const COMPRESSED = /^(?:gzip|deflate|br|zstd)$/i;

const SMALL_PIECES =
  'The body came in far too many small chunks. Send it in chunks of a kilobyte or more.';

/**
 * Reads a body of any content type into `request.body`, inflated. The next handler runs as soon as the body is
 * refused: Express' reader would wait for the end of a body that it has refused.
 */
export function bodyReader(budget: BodyBudget, maxBytes = MAX_BODY_BYTES): RequestHandler {
  const read = express.raw({ limit: maxBytes, type: () => true });
  return (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    let isDone = false;
    const finish = (error?: unknown) => {
      if (isDone) return;
      isDone = true;
      request.body ??= Buffer.alloc(0);
      next(error && toRefusal(error, maxBytes));
    };
    countPieces(request, response, budget, maxBytes, finish);
    read(request, response, finish);
  };
}

/** Counts what arrives, and refuses the body at the first piece that is too much. */
function countPieces(
  request: Request,
  response: Response,
  budget: BodyBudget,
  maxBytes: number,
  refuse: (error: unknown) => void,
): void {
  // What a compressed body inflates to is not known before.
  const isCompressed = COMPRESSED.test(request.headers['content-encoding'] ?? '');
  const take = budget.taker(response);
  let bytes = 0;
  let pieces = 0;
  const count = (piece: Buffer) => {
    bytes += piece.length;
    pieces++;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    if (pieces > SPARE_PIECES + bytes / BYTES_A_PIECE) {
      throw new HttpError('body_too_large', SMALL_PIECES);
    }
    if (!isCompressed) take(piece.length);
  };
  if (isCompressed) take(maxBytes);
  request.on('data', (piece: Buffer) => {
    try {
      count(piece);
    } catch (error) {
      refuse(error);
    }
  });
}

/** Refusals of Express' reader, in the one error shape. */
function toRefusal(error: unknown, maxBytes: number): unknown {
  if (error instanceof HttpError) return error;
  const { type } = Object(error);
  if (type === 'entity.too.large') return tooLarge(maxBytes);
  if (type === 'request.aborted' || type === 'request.size.invalid') {
    return invalid('The body broke off before its end.');
  }
  if (type === 'encoding.unsupported') {
    return invalid("The body's content encoding is not known, expected gzip, deflate, br or none.");
  }
  return invalid('The body does not inflate: its bytes are not of its content encoding.');
}

function invalid(message: string): HttpError {
  return new HttpError('invalid_json', message);
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError('body_too_large', `The body is larger than ${maxBytes} bytes.`);
}
