import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import type { BodyBudget, TakeBytes } from './guards/body-budget.ts';
import { refuseCostly } from './guards/body-cost.ts';
import { MAX_BODY_BYTES } from './guards/limits.ts';
import { HttpError } from './http-error.ts';
import { EXCESS, isExcessive } from './messages.ts';

/** Output of an inflater at a time: a megabyte in steps of Node's own 16 kB takes 2.7 times as long. */
const STEPS = { chunkSize: 65_536 };

const INFLATERS = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(STEPS)],
  ['x-gzip', () => createGunzip(STEPS)],
  ['deflate', () => createInflate(STEPS)],
  ['br', () => createBrotliDecompress(STEPS)],
]);

const EXCESSIVE =
  'The body came in far too many small chunks, or with more bytes beside them than it has. Send it in one piece, or in chunks of a kilobyte or more.';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads bodies of any content type, inflated, up to the limit and the budget, and not a byte beyond:
 * Express' own reader goes on to the end of a body that it has refused.
 */
export function bodyReader(budget: BodyBudget, mostBytes = MAX_BODY_BYTES): RequestHandler {
  return async (request, response, next) => {
    try {
      if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
      const inflater = inflaterOf(request);
      const take = budget.taker(response, inflater !== undefined);
      const sent = await Promise.race([readAll(request, take, mostBytes), excessOf(request)]);
      // Its bytes at once: each piece that is handed to an inflater costs as much as a lookup.
      request.body = inflater ? await readAll(inflater.end(sent), take, mostBytes) : sent;
      next();
    } catch (error) {
      // The unread rest must not be taken for the next request.
      response.set('Connection', 'close');
      throw toRefusal(error);
    }
  };
}

/**
 * The body that `bodyReader` read, as JSON.
 * @throws HttpError invalid_json, or invalid_parameter when parsing it would take too long
 */
export function jsonBody(request: Request): unknown {
  const body: Buffer = request.body;
  if (body.length === 0) throw invalid('The body is empty, expected a JSON object.');
  refuseCostly(body);
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    throw invalid(`The body is not valid JSON: ${(error as Error).message}.`);
  }
}

/** Stream that inflates the body; undefined if it is not compressed. */
function inflaterOf(request: Request): Transform | undefined {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return undefined;
  const inflater = INFLATERS.get(encoding);
  if (!inflater) {
    const known = [...INFLATERS.keys()].join(', ');
    throw invalid(`The body's content encoding is not known, expected ${known} or none.`);
  }
  return inflater();
}

/** Reads to the end, or to the first byte too many, where it pauses the stream. */
function readAll(stream: Readable, take: TakeBytes, mostBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    let length = 0;
    const keep = (piece: Buffer) => {
      try {
        if (length + piece.length > mostBytes) throw tooLarge(mostBytes);
        take(piece.length);
        bytes = appendPiece(bytes, length, piece, mostBytes);
        length += piece.length;
      } catch (error) {
        stream.off('data', keep).pause();
        reject(error);
      }
    };
    stream
      .on('data', keep)
      .once('end', () => resolve(bytes.subarray(0, length)))
      .once('close', () => {
        if (!stream.readableEnded) reject(brokenOff());
      })
      .on('error', reject);
  });
}

/**
 * A piece behind the first `length` bytes of a buffer, which doubles when it is full: a list of small pieces
 * would take a hundred times their size.
 */
function appendPiece(bytes: Buffer, length: number, piece: Buffer, mostBytes: number): Buffer {
  if (length === 0) return piece;
  let room = bytes;
  if (length + piece.length > bytes.length) {
    const doubled = Math.min(2 * (length + piece.length), mostBytes);
    room = Buffer.allocUnsafeSlow(doubled);
    bytes.copy(room, 0, 0, length);
  }
  piece.copy(room, length);
  return room;
}

/** Fails when the body comes in too many pieces; for what is sent in one it waits for ever. */
function excessOf(request: Request): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new HttpError('body_too_large', EXCESSIVE));
    if (isExcessive(request)) fail();
    else request.once(EXCESS, fail);
  });
}

function toRefusal(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  const { code } = error as { code?: string };
  if (code === 'ECONNRESET' || code?.startsWith('ERR_STREAM')) return brokenOff();
  return invalid('The body does not inflate: its bytes are not of its content encoding.');
}

function brokenOff(): HttpError {
  return invalid('The body broke off before its end.');
}

function invalid(message: string): HttpError {
  return new HttpError('invalid_json', message);
}

function tooLarge(mostBytes: number): HttpError {
  return new HttpError('body_too_large', `The body is larger than ${mostBytes} bytes.`);
}
