/** Checks of the caller's values. No message repeats a value, which may be personal data. */
import type { Request } from 'express';
import { checked } from '#engine/refusal.ts';
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import { isObject } from '../../http/json-body.ts';
import { isOneLine, ONE_LINE } from '../../http/one-line.ts';
import { IntegrationsError, notFound, redactValue } from '../errors.ts';
import { personalNumberOf } from '../rules/identity-numbers.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Unicode's characters that change the direction of text: they can disguise a name. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;
const ONE_DIRECTION =
  'has characters that change the direction of text, expected text without them';
/** Deeper than any body is. */
const MOST_LEVELS = 8;

/**
 * The body as JSON, with every text trimmed and then checked.
 * @throws IntegrationsError invalid_json or invalid_parameter
 */
export function checkedBody<T>(request: Request, check: (value: unknown) => T): T {
  const body = parseBody(request.body);
  return checked((value) => check(trimTexts(value, '')), body, refusalOf);
}

/** The caller's error for a value that a check rejects, without the value. */
export function refusalOf(error: InvalidValueError): IntegrationsError {
  const { field, problem } = redactValue(error);
  return invalid(field, problem);
}

/** @param problem a clause whose subject is the field */
export function invalid(field: string, problem: string): IntegrationsError {
  const message = field === '' ? `The body ${problem}.` : `"${field}" ${problem}.`;
  return new IntegrationsError('invalid_parameter', message, field || undefined);
}

/**
 * An id of the path or the body. Personal numbers are rejected: ids go to other systems and into logs.
 * @throws IntegrationsError invalid_parameter
 */
export function checkedId(field: string, id: unknown): string {
  if (typeof id !== 'string' || !ID.test(id)) {
    throw invalid(
      field,
      'is something else, expected 1 to 64 letters, digits, hyphens, underscores',
    );
  }
  if (personalNumberOf(id) === null) return id;
  throw invalid(field, 'is a personal number, expected an id without personal data');
}

/** An id of the path. @throws IntegrationsError not_found: nothing can be stored under another form */
export function pathId(request: Request, what: string, name = 'id'): string {
  const id = request.params[name];
  if (typeof id === 'string' && ID.test(id)) return id;
  throw notFound(what);
}

/** A whole number of the query. @throws IntegrationsError invalid_parameter */
export function wholeNumberOf(request: Request, name: string, fallback: number): number {
  const text = request.query[name];
  if (text === undefined) return fallback;
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw invalid(name, 'is something else, expected a whole number not below 0');
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    const message = 'The body is not valid JSON, expected an object in UTF-8.';
    throw new IntegrationsError('invalid_json', message);
  }
}

/** The value with its texts trimmed. @throws InvalidValueError naming a text of several lines */
export function trimTexts(value: unknown, field: string, levels = MOST_LEVELS): unknown {
  if (typeof value === 'string') {
    if (DIRECTIONS.test(value)) throw new InvalidValueError(field, ONE_DIRECTION);
    if (isOneLine(value)) return value.trim();
    throw new InvalidValueError(field, ONE_LINE);
  }
  if (levels === 0) return value;
  if (Array.isArray(value)) {
    return value.map((item, i) => trimTexts(item, `${field}[${i}]`, levels - 1));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => {
    const own = field === '' ? name : `${field}.${name}`;
    return [name, trimTexts(part, own, levels - 1)];
  });
  return Object.fromEntries(entries);
}
