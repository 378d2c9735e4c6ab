import { InvalidValueError } from '../../../schemas/checks/validate.ts';

/** What a problem begins with that shows the value: 'is "x", expected a number'. */
const FOUND = /^is (?!not a known field|not a key|missing).*, expected/s;

/** What no field's name has: a field that is not known may have been somebody's name or number. */
const NO_NAME = /[^\w.[\]]|\d{6}/;

/**
 * The error without the value that was found, which may be somebody's data or a secret: field and what
 * was expected are enough to mend it.
 */
export function withoutFound({ field, problem }: InvalidValueError): InvalidValueError {
  const shown = NO_NAME.test(field) ? '…' : field;
  return new InvalidValueError(shown, problem.replace(FOUND, 'is something else, expected'));
}
