import { schemaOf } from '../../../schemas/checks/all-schemas.ts';
import { counted, formatValue } from '../../../schemas/checks/problem.ts';
import { InvalidValueError } from '../../../schemas/checks/validate.ts';
import { CLOCK_HOURS, HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import { isObject } from '../../http/body-part.ts';
import type { Series } from './series.ts';

/** Least and greatest value of a series. */
export interface Bounds {
  min: number;
  max: number;
}

/** The bounds that a schema sets on a number. @param ref the schema's file and the way to the number in it */
export function boundsOf(ref: string): Bounds {
  const { minimum = -Infinity, maximum = Infinity } = schemaOf(ref);
  return { min: minimum, max: maximum };
}

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
 * 12 months x 24 clock hours within bounds.
 * @throws InvalidValueError naming the array, row or value that is wrong
 */
export function readProfile(value: unknown, field: string, bounds: Bounds): number[][] {
  const form = `${MONTHS} arrays of ${CLOCK_HOURS} numbers`;
  if (!Array.isArray(value)) throw wrongValue(field, value, form);
  if (value.length !== MONTHS) throw wrongLength(field, value, form);
  return value.map((row: unknown, month) => readDay(row, `${field}[${month}]`, bounds));
}

function readDay(row: unknown, field: string, bounds: Bounds): number[] {
  if (!Array.isArray(row)) throw wrongValue(field, row, `an array of ${CLOCK_HOURS} numbers`);
  if (row.length !== CLOCK_HOURS) throw wrongLength(field, row, `${CLOCK_HOURS}`);
  return row.map((item: unknown, hour) => readNumber(item, `${field}[${hour}]`, bounds));
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

function readNumber(value: unknown, field: string, bounds: Bounds): number {
  if (typeof value === 'number' && value >= bounds.min && value <= bounds.max) return value;
  throw wrongValue(field, value, numberWithin(bounds));
}

function numberWithin({ min, max }: Bounds): string {
  return `a number from ${min} to ${max}`;
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

function wrongValue(field: string, found: unknown, expected: string): InvalidValueError {
  return new InvalidValueError(field, `is ${formatValue(found)}, expected ${expected}`);
}

function wrongLength(field: string, found: unknown[], expected: string): InvalidValueError {
  return new InvalidValueError(
    field,
    `has ${counted(found.length, 'value')}, expected ${expected}`,
  );
}
