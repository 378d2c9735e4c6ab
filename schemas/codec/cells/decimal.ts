/** Scales as decimal numbers: they have at most six significant digits (artifact-format.md section 7). */
import { type ByteReader, type ByteWriter, putPlanes, takePlanes } from './byte-planes.ts';

/** A number of at most six significant digits as `mantissa` times 10 to the power of -`exponent`. */
export interface Decimal {
  mantissa: number;
  exponent: number;
}

/** Bytes of a decimal: its mantissa's, and its exponent. */
export const DECIMAL = 5;
const AT_EXPONENT = 4;

/** Greater than any mantissa, and any exponent. */
const MANTISSAS = 2 ** 32;
const EXPONENTS = 256;

const POWERS = Float64Array.from({ length: EXPONENTS }, (_, exponent) => Number(`1e${exponent}`));
/** Greatest power of ten that is a double; a quotient by such a one is the double nearest to the decimal. */
const EXACT_POWER = 22;

/**
 * A scale as a decimal number.
 * @throws Error when it is none of at most nine digits
 */
export function decimalOf(value: number): Decimal {
  for (let exponent = 0; exponent < EXPONENTS; exponent++) {
    const mantissa = Math.round(value * POWERS[exponent]);
    if (!(mantissa >= 0 && mantissa < MANTISSAS)) break;
    if (numberOf({ mantissa, exponent }) === value) return { mantissa, exponent };
  }
  throw new Error(`The scale ${value} is no decimal number of at most nine digits.`);
}

/** The number that a decimal is written for, to its last bit. */
export function numberOf({ mantissa, exponent }: Decimal): number {
  if (exponent <= EXACT_POWER) return mantissa / POWERS[exponent];
  return Number(`${mantissa}e-${exponent}`);
}

/** Appends the `perCell` scales of all cells, one after the other: the mantissas' bytes by weight, then the exponents. */
export function putDecimals(writer: ByteWriter, values: ArrayLike<number>, perCell: number): void {
  const view = new DataView(new ArrayBuffer(DECIMAL * values.length));
  for (let i = 0; i < values.length; i++) {
    const { mantissa, exponent } = decimalOf(values[i]);
    view.setUint32(DECIMAL * i, mantissa, true);
    view.setUint8(DECIMAL * i + AT_EXPONENT, exponent);
  }
  putPlanes(writer, new Uint8Array(view.buffer), DECIMAL * perCell);
}

/** Takes the scales of `count` cells. @throws Error when there are not so many */
export function takeDecimals(reader: ByteReader, count: number, perCell: number): Float64Array {
  const view = new DataView(takePlanes(reader, count, DECIMAL * perCell).buffer);
  const values = new Float64Array(count * perCell);
  for (let i = 0; i < values.length; i++) {
    const mantissa = view.getUint32(DECIMAL * i, true);
    values[i] = numberOf({ mantissa, exponent: view.getUint8(DECIMAL * i + AT_EXPONENT) });
  }
  return values;
}
