/** Numbers as bytes of JSON: each function writes into the buffer of the caller from `at` on and returns where it ended. */

const ZERO = 0x30;
const POINT = 0x2e;

/** Bytes of the longest number, as -0.0000012345678901234567, with a comma. */
export const NUMBER_BYTES = 26;
/** Ten-thousandths up to here are integers for the processor. Further numbers go the usual way. */
const MAX_TEN_THOUSANDTHS = 2 ** 31 - 1;

/** A number. One of up to four decimals is written from its whole ten-thousandths. */
export function numberAt(out: Buffer, at: number, value: number): number {
  const tenThousandths = Math.round(value * 10_000);
  if (tenThousandths / 10_000 === value) return decimalAt(out, at, tenThousandths);
  return anyNumberAt(out, at, value);
}

function anyNumberAt(out: Buffer, at: number, value: number): number {
  return at + out.write(JSON.stringify(value), at);
}

/** A number that is given in whole ten-thousandths. */
function decimalAt(out: Buffer, at: number, tenThousandths: number): number {
  if (!(tenThousandths >= 0 && tenThousandths <= MAX_TEN_THOUSANDTHS)) {
    return anyNumberAt(out, at, tenThousandths / 10_000);
  }
  const whole = ((tenThousandths | 0) / 10_000) | 0;
  const fraction = (tenThousandths | 0) - 10_000 * whole;
  const end = wholeAt(out, at, whole);
  return fraction > 0 ? fractionAt(out, end, fraction) : end;
}

function wholeAt(out: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    out[at] = ZERO + value;
    return at + 1;
  }
  const hundreds = (value / 100) | 0;
  const end = hundreds > 0 ? wholeAt(out, at, hundreds) : at;
  return pairAt(out, end, value - 100 * hundreds);
}

/** Writes the fraction without the zero at its end. Divisors that the compiler knows: others take five times as long. */
function fractionAt(out: Uint8Array, at: number, tenThousandths: number): number {
  const hundredths = (tenThousandths / 100) | 0;
  const rest = tenThousandths - 100 * hundredths;
  out[at] = POINT;
  let end = pairAt(out, at + 1, hundredths);
  if (rest > 0) end = pairAt(out, end, rest);
  return out[end - 1] === ZERO ? end - 1 : end;
}

/** Two digits. */
function pairAt(out: Uint8Array, at: number, value: number): number {
  const tens = (value / 10) | 0;
  out[at] = ZERO + tens;
  out[at + 1] = ZERO + value - 10 * tens;
  return at + 2;
}
