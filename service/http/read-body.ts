import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import type { BodyBudget, HeldBody } from './guards/body-budget.ts';
import { MAX_BODY_BYTES } from './guards/limits.ts';
import { HttpError } from './http-error.ts';

/**
 * Pieces that a body may have. Callers' buffers send kilobytes at a time, and a piece of one byte costs as much as
 * one of ten thousand.
 */
const SPARE_PIECES = 1024;
const BYTES_A_PIECE = 256;

type Inflate = (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer;

/** Decoders by content encoding. Each inflates a body at once: a stream would cost every small piece a thread's turn. */
const INFLATE: Record<string, Inflate> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

const SMALL_PIECES =
  'The body came in far too many small chunks. Send it in chunks of a kilobyte or more.';

/**
 * Reads a body of any content type into `request.body`, inflated. The next handler runs as soon as the body is
 * refused. What arrives after that is dropped.
 */
export function bodyReader(budget: BodyBudget, maxBytes = MAX_BODY_BYTES): RequestHandler {
  return (request, response, next) => {
    const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
    const inflate = inflaterOf(encoding);
    if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const held = budget.open(response);
    held.onStall = collect(request, pieceCounter(maxBytes, held), (error, bytes) => {
      if (error !== undefined) return next(error);
      try {
        request.body = inflate ? inflated(bytes, inflate, maxBytes, held) : bytes;
      } catch (refusal) {
        return next(refusal);
      }
      next();
    });
  };
}

/** Undefined for a body that is not compressed. @throws HttpError for an unknown encoding */
function inflaterOf(encoding: string): Inflate | undefined {
  const name = encoding.toLowerCase();
  if (name === 'identity') return undefined;
  if (Object.hasOwn(INFLATE, name)) return INFLATE[name];
  throw invalid("The body's content encoding is not known, expected gzip, deflate, br or none.");
}

/** Checks the size of each piece that arrives, and takes it from the budget. The check throws at the first that is too much. */
function pieceCounter(maxBytes: number, held: HeldBody): (pieceBytes: number) => void {
  let bytes = 0;
  let pieces = 0;
  return (pieceBytes) => {
    bytes += pieceBytes;
    pieces++;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    if (pieces > SPARE_PIECES + bytes / BYTES_A_PIECE)
      throw new HttpError('body_too_large', SMALL_PIECES);
    held.take(pieceBytes);
  };
}

/**
 * Collects the bytes of a body. `done` is called once: at its end, or at once with the error of `count`, or with that
 * which the returned function is called with.
 */
function collect(
  request: Request,
  count: (pieceBytes: number) => void,
  done: (error: unknown, bytes: Buffer) => void,
): (error: Error) => void {
  let pieces: Buffer[] = [];
  let isDone = false;
  const finish = (error?: unknown) => {
    if (isDone) return;
    isDone = true;
    const bytes = error === undefined ? Buffer.concat(pieces) : Buffer.alloc(0);
    pieces = [];
    done(error, bytes);
  };
  request.on('data', (piece: Buffer) => {
    if (isDone) return;
    pieces.push(piece);
    try {
      count(piece.length);
    } catch (error) {
      finish(error);
    }
  });
  request.once('end', () => finish());
  request.once('close', () => finish(invalid('The body broke off before its end.')));
  return finish;
}

/** The inflated body, which is counted in place of the bytes that came. */
function inflated(bytes: Buffer, inflate: Inflate, maxBytes: number, held: HeldBody): Buffer {
  let body: Buffer;
  try {
    body = inflate(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw invalid('The body does not inflate: its bytes are not of its content encoding.');
  }
  held.take(body.length - bytes.length);
  return body;
}

function invalid(message: string): HttpError {
  return new HttpError('invalid_json', message);
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError('body_too_large', `The body is larger than ${maxBytes} bytes.`);
}
