import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { HttpError } from './http-error.ts';

/** Objects and arrays within each other. No request has more than six. */
const MAX_DEPTH = 20;
/**
 * Names of fields and texts: two years of hours that were sent as texts come to the check that names the first. A million
 * names cost 250 ms to parse.
 */
const MAX_TEXTS = 20_000;
/** Values in objects and arrays: ten years of hours, and twice that again. */
const MAX_VALUES = 400_000;

/** Byte order mark, which some editors and Windows' tools put before a text. */
const BOM = '\uFEFF';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/**
 * The body that `bodyReader` read, as JSON. A byte order mark before it is skipped, as RFC 8259 allows.
 * @throws HttpError invalid_json, or invalid_parameter when it is too deep or has too many values
 */
export function jsonBody(request: Request): unknown {
  const body: Buffer = request.body;
  if (body.length === 0) throw invalid('The body is empty, expected a JSON object.');
  if (!isUtf8(body)) throw invalid('The body is not valid JSON: it is not UTF-8.');
  boundShape(body);
  const text = body.toString();
  try {
    return JSON.parse(text.startsWith(BOM) ? text.slice(BOM.length) : text);
  } catch (error) {
    throw invalid(`The body is not valid JSON: ${(error as Error).message}.`);
  }
}

/**
 * Bounds depth and number of values in one pass over the bytes of what need not be JSON. Bytes of UTF-8 beyond
 * ASCII are none of those looked for, and a backslash hides one byte of a text.
 * @throws HttpError invalid_parameter
 */
function boundShape(bytes: Buffer): void {
  let depth = 0;
  let texts = 0;
  let values = 0;
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) {
      inText = true;
      if (++texts > MAX_TEXTS) throw tooMany(`has more than ${MAX_TEXTS} names and texts`);
    } else if (byte === COMMA) {
      if (++values > MAX_VALUES) throw tooMany(`has more than ${MAX_VALUES} values`);
    } else if (byte === BRACE || byte === BRACKET) {
      if (++depth > MAX_DEPTH) throw tooMany(`is more than ${MAX_DEPTH} objects and arrays deep`);
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth--;
  }
}

function tooMany(what: string): HttpError {
  return new HttpError('invalid_parameter', `The body ${what}.`);
}

function invalid(message: string): HttpError {
  return new HttpError('invalid_json', message);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
