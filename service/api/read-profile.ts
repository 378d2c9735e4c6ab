import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import { counted, formatValue } from '../../schemas/checks/problem.ts';
import { CLOCK_HOURS, MONTHS } from '../../schemas/codec/axes.ts';

/** Least and greatest value of a series. */
export interface Bounds {
  min: number;
  max: number;
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

/** @throws InvalidValueError naming the field */
export function readNumber(value: unknown, field: string, bounds: Bounds): number {
  if (typeof value === 'number' && value >= bounds.min && value <= bounds.max) return value;
  throw wrongValue(field, value, numberWithin(bounds));
}

/** Words the bounds. */
export function numberWithin({ min, max }: Bounds): string {
  return `a number from ${min} to ${max}`;
}

/** Refuses a value of a field. */
export function wrongValue(field: string, found: unknown, expected: string): InvalidValueError {
  return new InvalidValueError(field, `is ${formatValue(found)}, expected ${expected}`);
}

/** Refuses an array of a field for how many values it has. */
export function wrongLength(field: string, found: unknown[], expected: string): InvalidValueError {
  return new InvalidValueError(
    field,
    `has ${counted(found.length, 'value')}, expected ${expected}`,
  );
}
