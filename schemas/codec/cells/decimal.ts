/** Scales as decimal numbers: they have at most six significant digits (artifact-format.md section 7). */
import {
  type ByteReader,
  type ByteWriter,
  putPlanes,
  takeBytes,
  takePlanes,
} from './byte-planes.ts';

/** A number of at most six significant digits as `mantissa` times 10 to the power of -`exponent`. */
export interface Decimal {
  mantissa: number;
  exponent: number;
}

/** Greater than any mantissa. */
const MANTISSAS = 2 ** 32;

/**
 * A scale as a decimal number.
 * @throws Error when it is none of at most nine digits
 */
export function decimalOf(value: number): Decimal {
  if (value === 0) return { mantissa: 0, exponent: 0 };
  const [digits, power] = value.toExponential().split('e');
  const [whole, fraction = ''] = digits.split('.');
  const decimal = { mantissa: Number(whole + fraction), exponent: fraction.length - Number(power) };
  const { mantissa, exponent } = decimal;
  const fits = mantissa >= 0 && mantissa < MANTISSAS && exponent >= 0 && exponent < 256;
  if (fits && numberOf(decimal) === value) return decimal;
  throw new Error(`The scale ${value} is no decimal number of at most nine digits.`);
}

/** The number that a decimal is written for, to its last bit. */
export function numberOf({ mantissa, exponent }: Decimal): number {
  return Number(`${mantissa}e-${exponent}`);
}

/** Appends scales: the bytes of their mantissas by weight, then their exponents. */
export function putDecimals(writer: ByteWriter, values: ArrayLike<number>): void {
  const decimals = Array.from(values, decimalOf);
  const mantissas = Uint32Array.from(decimals, ({ mantissa }) => mantissa);
  putPlanes(writer, new Uint8Array(mantissas.buffer), 4);
  for (const { exponent } of decimals) writer.bytes[writer.at++] = exponent;
}

/** Takes scales. @throws Error when there are not so many */
export function takeDecimals(reader: ByteReader, count: number): Float64Array {
  const mantissas = new Uint32Array(takePlanes(reader, count, 4).buffer);
  const exponents = takeBytes(reader, count);
  return Float64Array.from(exponents, (exponent, i) =>
    numberOf({ mantissa: mantissas[i], exponent }),
  );
}
