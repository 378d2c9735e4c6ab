import { type OtherCall, refuseNearMisses } from '#engine/near-misses.ts';
import { checked } from '#engine/refusal.ts';
import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';

/** A number as JSON writes it. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A number with a decimal comma. */
const COMMA_NUMBER = /^(-?\d+),(\d+)$/;

/**
 * A query's parameters of these names as the check of their schema has them: numbers where they are
 * written as such, unknown parameters left out.
 * @param others calls of a yield that have parameters which would be missed here
 * @throws HttpError invalid_parameter naming the first wrong field, or a near miss of one. not_supported for what only other
 * services have
 */
export function checkedQuery<T>(
  check: (value: unknown) => T,
  query: Record<string, unknown>,
  names: readonly string[],
  others?: readonly OtherCall[],
): T {
  refuseNearMisses(query, names, others);
  return checked(
    (numbers) => {
      try {
        return check(numbers);
      } catch (error) {
        throw error instanceof InvalidValueError ? quoteParameter(error, query) : error;
      }
    },
    numbersOf(query, names),
  );
}

/** Fault of a parameter in the words of a query string. */
function quoteParameter({ field, problem }: InvalidValueError, query: Record<string, unknown>) {
  const text = query[field];
  if (Array.isArray(text)) {
    const times = text.length === 2 ? 'twice' : `${text.length} times`;
    return new InvalidValueError(field, `is given ${times}, expected it once`);
  }
  return new InvalidValueError(field, problem + hintFor(String(text).trim()));
}

/** How to write a number that has a decimal comma or a plus sign. Else nothing. */
function hintFor(text: string): string {
  const [, whole, decimals] = COMMA_NUMBER.exec(text) ?? [];
  if (decimals) return ` with a decimal point: ${whole}.${decimals}`;
  const unsigned = text.slice(1);
  return text[0] === '+' && NUMBER.test(unsigned) ? ` without a plus sign: ${unsigned}` : '';
}

function numbersOf(
  query: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of names) {
    if (query[name] !== undefined) given[name] = numberOrText(query[name]);
  }
  return given;
}

/** A number that is written as one and finite. Anything else as it came, for the schema to refuse. */
export function numberOrText(value: unknown): unknown {
  if (typeof value !== 'string' || !NUMBER.test(value.trim())) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}
