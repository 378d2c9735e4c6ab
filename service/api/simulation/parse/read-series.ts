import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import { CLOCK_HOURS, HOURS, MONTHS } from '../../../../schemas/codec/axes.ts';
import { isObject } from '../../../http/body-part.ts';
import {
  type Bounds,
  numberWithin,
  readNumber,
  readProfile,
  wrongLength,
  wrongValue,
} from '../../read-profile.ts';
import { boundsOf } from '../../schema-bounds.ts';
import type { Series } from '../series.ts';

/** A price, SEK per kWh. */
const PRICE = boundsOf('api/simulation-prices.schema.json#/$defs/price/anyOf/0');

const YEAR = `${HOURS} (one for each Swedish clock hour)`;

/**
 * Exactly 8760 numbers within bounds.
 * @throws InvalidValueError naming the array, or the first value that is wrong
 */
function readHourly(value: unknown, field: string, bounds: Bounds): Float64Array {
  rejectSummary(value, field);
  if (!Array.isArray(value)) throw wrongValue(field, value, `an array of ${HOURS} numbers`);
  if (value.length !== HOURS) throw wrongLength(field, value, `${YEAR}${reductionHint(value)}`);
  const { min, max } = bounds;
  const values = new Float64Array(HOURS);
  for (let t = 0; t < values.length; t++) {
    const item: unknown = value[t];
    if (typeof item !== 'number' || !(item >= min && item <= max)) {
      throw wrongValue(`${field}[${t}]`, item, numberWithin(bounds));
    }
    values[t] = item;
  }
  return values;
}

/** A reader of 8760 numbers. @param ref the schema of their bounds, as in `boundsOf` */
export function hourlyReader(ref: string): (value: unknown, field: string) => Float64Array {
  const bounds = boundsOf(ref);
  return (value, field) => readHourly(value, field, bounds);
}

/**
 * A price in one of its three forms: a number, 12 months x 24 clock hours, or 8760 hours.
 * @throws InvalidValueError naming what is wrong
 */
export function readPrice(value: unknown, field: string): Series {
  rejectSummary(value, field);
  if (!Array.isArray(value)) return readNumber(value, field, PRICE);
  if (Array.isArray(value[0])) return readProfile(value, field, PRICE);
  if (value.length === HOURS) return readHourly(value, field, PRICE);
  throw wrongLength(
    field,
    value,
    `${YEAR}, or ${MONTHS} arrays of ${CLOCK_HOURS}, or one number${reductionHint(value)}`,
  );
}

/** An answer's `input` can be sent back, but for its series. */
function rejectSummary(value: unknown, field: string): void {
  if (!isObject(value) || !('length' in value && 'sum' in value)) return;
  const problem = `is a {length, sum}, by which an answer tells a series, expected the ${HOURS} values themselves`;
  throw new InvalidValueError(field, problem);
}

const LEAP_YEAR_HOURS = HOURS + CLOCK_HOURS;
const QUARTERS_PER_HOUR = 4;

/** Explains how to make the hours of a year of 365 days of a series that has more. */
function reductionHint({ length }: unknown[]): string {
  const leapDay = 'leave out the 24 hours of 29 February (1416 to 1439, counted from 0)';
  const quarters =
    'make an hour of each four quarters: the sum of kWh, the mean of kW or of prices';
  if (length === LEAP_YEAR_HOURS) return `. These are the hours of a leap year: ${leapDay}`;
  if (length === QUARTERS_PER_HOUR * HOURS) return `. These are quarters of an hour: ${quarters}`;
  if (length !== QUARTERS_PER_HOUR * LEAP_YEAR_HOURS) return '';
  return `. These are the quarters of a leap year: ${quarters}, and ${leapDay}`;
}
