const ZERO = 0x30;
const POINT = 0x2e;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Characters of the largest number that is written from whole parts, with its comma. */
const MOST_BYTES = 12;
/** Further numbers go the usual way, so that whole numbers are small integers here. */
const MOST = 2 ** 30;

/** An array of numbers in ten-thousandths (whole, from 0) as JSON. */
export function tenThousandthsJson(values: Float64Array): string {
  if (values.some((value) => value >= MOST)) {
    return JSON.stringify(Array.from(values, (value) => value / 10_000));
  }
  const bytes = Buffer.allocUnsafe(2 + values.length * MOST_BYTES);
  let at = 0;
  bytes[at++] = OPEN;
  for (let i = 0; i < values.length; i++) {
    if (i > 0) bytes[at++] = COMMA;
    const value = values[i] | 0;
    const whole = (value / 10_000) | 0;
    at = writeWhole(whole, bytes, at);
    at = writeFraction(value - 10_000 * whole, bytes, at);
  }
  bytes[at++] = CLOSE;
  return bytes.toString('latin1', 0, at);
}

function writeWhole(value: number, bytes: Buffer, at: number): number {
  let power = 1;
  while (power * 10 <= value) power *= 10;
  for (let rest = value; power >= 1; power = (power / 10) | 0) {
    const digit = (rest / power) | 0;
    bytes[at++] = ZERO + digit;
    rest -= digit * power;
  }
  return at;
}

/** Without the zeros at its end; nothing for 0. */
function writeFraction(tenThousandths: number, bytes: Buffer, at: number): number {
  if (tenThousandths === 0) return at;
  bytes[at++] = POINT;
  let rest = tenThousandths;
  for (let power = 1000; rest > 0; power = (power / 10) | 0) {
    const digit = (rest / power) | 0;
    bytes[at++] = ZERO + digit;
    rest -= digit * power;
  }
  return at;
}
