const ZERO = 0x30;
const POINT = 0x2e;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Characters of the largest number that is written from whole parts, with its comma. */
const MOST_BYTES = 12;
/** Further numbers go the usual way, so that whole numbers are small integers here. */
const MOST = 2 ** 30;

// Filled anew by each text, and kept: fresh memory costs more than the writing.
let bytes = Buffer.alloc(0);

/** An array of numbers in ten-thousandths (whole, from 0) as JSON. */
export function tenThousandthsJson(values: Float64Array): string {
  const size = 2 + values.length * MOST_BYTES;
  if (bytes.length < size) bytes = Buffer.alloc(size);
  let at = 0;
  bytes[at++] = OPEN;
  for (let i = 0; i < values.length; i++) {
    if (values[i] >= MOST) return JSON.stringify(Array.from(values, (value) => value / 10_000));
    if (i > 0) bytes[at++] = COMMA;
    const value = values[i] | 0;
    const whole = (value / 10_000) | 0;
    at = writeWhole(whole, at);
    if (value > 10_000 * whole) at = writeFraction(value - 10_000 * whole, at);
  }
  bytes[at++] = CLOSE;
  return bytes.toString('latin1', 0, at);
}

function writeWhole(value: number, start: number): number {
  const tens = (value / 10) | 0;
  const at = tens > 0 ? writeWhole(tens, start) : start;
  bytes[at] = ZERO + value - 10 * tens;
  return at + 1;
}

/** Without the zeros at its end. Divisors that the compiler knows: others take five times as long. */
function writeFraction(tenThousandths: number, start: number): number {
  const hundredths = (tenThousandths / 100) | 0;
  const rest = tenThousandths - 100 * hundredths;
  const tenths = (hundredths / 10) | 0;
  const thousandths = (rest / 10) | 0;
  bytes[start] = POINT;
  bytes[start + 1] = ZERO + tenths;
  bytes[start + 2] = ZERO + hundredths - 10 * tenths;
  bytes[start + 3] = ZERO + thousandths;
  bytes[start + 4] = ZERO + rest - 10 * thousandths;
  let at = start + 5;
  while (bytes[at - 1] === ZERO) at--;
  return at;
}
