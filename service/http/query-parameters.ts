import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import { formatValue, MAX_SHOWN } from '../../schemas/checks/problem.ts';
import { AZIMUTH_CONVENTION } from '../../schemas/codec/axes.ts';
import { checked, HttpError } from './http-error.ts';

/** A number as JSON writes it. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A number with a decimal comma. */
const COMMA_NUMBER = /^(-?\d+),(\d+)$/;

/**
 * A query's parameters of these names as the check of their schema has them: numbers where they are
 * written as such, unknown parameters left out.
 * @throws HttpError invalid_parameter naming the first wrong field, or one that is plainly meant as one of these
 */
export function checkedQuery<T>(
  check: (value: unknown) => T,
  query: Record<string, unknown>,
  names: readonly string[],
): T {
  refuseNearMisses(query, names);
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
  const [, whole, decimals] = COMMA_NUMBER.exec(String(text).trim()) ?? [];
  const hint = decimals ? ` with a decimal point: ${whole}.${decimals}` : '';
  return new InvalidValueError(field, problem + hint);
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

/** A number that is written as one and finite; anything else as it came, for the schema to refuse. */
export function numberOrText(value: unknown): unknown {
  if (typeof value !== 'string' || !NUMBER.test(value.trim())) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** Names of our parameters in other services and packages, in small letters and without separators. */
const OTHER_NAMES = new Map<string, string>([
  ['lon', 'lng'],
  ['long', 'lng'],
  ['latitude', 'lat'],
  ['longitude', 'lng'],
  ['peakpower', 'kwp'],
  ['loss', 'system_loss'],
  ['slope', 'tilt'],
  ['angle', 'tilt'],
  ['aspect', 'azimuth'],
  ['area', 'zone'],
  ['pricearea', 'zone'],
  ['month', 'months'],
  ['monthly', 'months'],
]);

/** How to bring a value over whose name alone is not what differs. */
const CONVERSIONS = new Map<string, string>([
  ['loss', ', a fraction: 14 % is 0.14'],
  ['aspect', `, counted from north: ${AZIMUTH_CONVENTION}. PVGIS' aspect is azimuth - 180`],
]);

/**
 * Refuses a parameter that is plainly meant as one of ours: our name in other letters, or a usual
 * other name of it. Ignored, it would give the answer to another question. Unknown names are ignored.
 * @throws HttpError invalid_parameter naming it
 */
function refuseNearMisses(query: Record<string, unknown>, names: readonly string[]): void {
  for (const given in query) {
    if (names.includes(given)) continue;
    const plain = plainName(given);
    const meant = names.find((name) => plainName(name) === plain) ?? OTHER_NAMES.get(plain);
    if (meant === undefined || !names.includes(meant)) continue;
    const conversion = CONVERSIONS.get(plain) ?? '';
    const message = `${formatValue(given)} is not a parameter here, expected "${meant}"${conversion}.`;
    throw new HttpError('invalid_parameter', message, given.slice(0, MAX_SHOWN));
  }
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
