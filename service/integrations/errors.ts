import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import type { IntegrationsErrorCode } from '../../schemas/types.ts';
import { ApiError } from '../http/http-error.ts';

/** An error response. Its message repeats nothing that was sent. */
export class IntegrationsError extends ApiError<IntegrationsErrorCode> {}

/** The error for what does not exist, or belongs to another organisation: callers cannot see which. */
export function notFound(what: string): IntegrationsError {
  return new IntegrationsError('not_found', `There is no such ${what}.`);
}

/** The beginning of a problem that shows the value: 'is "x", expected a number'. */
const FOUND = /^is (?!not a known field|not a key|missing).*, expected/s;

/** Text that no field name has: an unknown field may be somebody's name or number. */
const NO_NAME = /[^\w.[\]]|\d{6}/;

/**
 * The error without the value that was found, which may be somebody's data or a secret: field and
 * expectation are enough to correct it.
 */
export function redactValue({ field, problem }: InvalidValueError): InvalidValueError {
  const safeField = NO_NAME.test(field) ? '…' : field;
  return new InvalidValueError(safeField, problem.replace(FOUND, 'is something else, expected'));
}

/** A fault of this program, as logged. */
export interface Fault {
  type: string;
  code: string | undefined;
  /** Where it was thrown. */
  stack: string;
}

/** The fault without the error's message: a database's message repeats the row that it rejected. */
export function faultOf(error: Error & { code?: string }): Fault {
  const { name, code, stack = '' } = error;
  const places = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return { type: name, code, stack: places.join('\n') };
}
