/**
 * Answers as JSON by the shape of their type, written into memory that is kept: texts joined of pieces cost
 * twice as much, and their encoding comes on top. The bytes are those of JSON.stringify.
 */

/** Appends a value to the JSON in work, as JSON.stringify writes it. */
export type Write<T> = (value: T) => void;

/** A writer for every field, in their order; one that is undefined is left out. */
type FieldWriters<T> = { [Field in keyof T]-?: Write<Exclude<T[Field], undefined>> };

const ZERO = 0x30;
const POINT = 0x2e;
const COMMA = 0x2c;
const [OPEN, CLOSE] = Buffer.from('[]');
const [OPEN_FIELDS, CLOSE_FIELDS] = Buffer.from('{}');

/** Bytes of the longest number that is written from whole parts, with its comma. */
const NUMBER_BYTES = 17;
/** Ten-thousandths up to here have a whole part that is a small integer; further numbers go the usual way. */
const MOST_TEN_THOUSANDTHS = 2 ** 31 * 10_000;
const MOST_UTF8_BYTES = 3;

// Filled anew by each answer, which is made in one go: nothing else runs in between.
let bytes = Buffer.alloc(2 ** 16);
let at = 0;

/** What `write` appends, as a text; it must be ASCII alone, which is sent without encoding it. */
export function asciiText(write: () => void): string {
  at = 0;
  write();
  return bytes.toString('latin1', 0, at);
}

/** What `write` appends, as bytes of their own. */
export function jsonBytes(write: () => void): Buffer {
  at = 0;
  write();
  return Buffer.from(bytes.subarray(0, at));
}

/** A number; one of up to four decimals is written from its whole ten-thousandths. */
export function writeNumber(value: number): void {
  const tenThousandths = Math.round(value * 10_000);
  if (tenThousandths / 10_000 === value && isWritable(tenThousandths)) {
    reserve(NUMBER_BYTES);
    at = decimalAt(bytes, at, tenThousandths);
  } else {
    writeJson(Number.isFinite(value) ? String(value) : 'null');
  }
}

/** Numbers in a row. */
export function writeNumbers(values: readonly number[]): void {
  for (let i = 0; i < values.length; i++) {
    writeByte(i === 0 ? OPEN : COMMA);
    writeNumber(values[i]);
  }
  if (values.length === 0) writeByte(OPEN);
  writeByte(CLOSE);
}

/** The same of numbers that are given in ten-thousandths, whole and from 0. */
export function writeTenThousandths(values: Float64Array): void {
  reserve(2 + values.length * NUMBER_BYTES);
  bytes[at++] = OPEN;
  for (let i = 0; i < values.length; i++) {
    if (i > 0) bytes[at++] = COMMA;
    if (isWritable(values[i])) at = decimalAt(bytes, at, values[i]);
    else writeJson(String(values[i] / 10_000));
  }
  writeByte(CLOSE);
}

/** A writer of objects with these fields. */
export function objectWriter<T extends object>(writers: FieldWriters<T>): Write<T> {
  const write = fieldsWriter(writers);
  return (value) => {
    writeByte(OPEN_FIELDS);
    write(value);
    writeByte(CLOSE_FIELDS);
  };
}

/** The same without the braces, for an object that has further fields. */
export function fieldsWriter<T extends object>(writers: FieldWriters<T>): Write<T> {
  const names = Object.keys(writers) as (keyof T & string)[];
  const starts = names.map((name) => Buffer.from(`,${JSON.stringify(name)}:`));
  const writes = names.map((name) => writers[name] as Write<unknown>);
  return (value) => {
    let first = true;
    for (let i = 0; i < names.length; i++) {
      const field = value[names[i]];
      if (field === undefined) continue;
      writeShort(starts[i], first ? 1 : 0);
      first = false;
      writes[i](field);
    }
  };
}

/** A writer that keeps the bytes of every object: for those that many answers share and nobody changes. */
export function keptWriter<T extends object>(): Write<T> {
  const kept = new WeakMap<T, Buffer>();
  return (value) => {
    let json = kept.get(value);
    if (json === undefined) {
      json = Buffer.from(asciiJson(value));
      kept.set(value, json);
    }
    writeBytes(json);
  };
}

/** The same for a string that one answer after the other has. */
export function lastWriter(): Write<string> {
  let last = '';
  let json = Buffer.from('""');
  return (value) => {
    if (value !== last) json = Buffer.from(asciiJson(value));
    last = value;
    writeBytes(json);
  };
}

/** A text that is JSON, or a part of it, already. */
export function writeJson(json: string): void {
  reserve(MOST_UTF8_BYTES * json.length);
  at += bytes.write(json, at);
}

/** The same of its bytes. */
export function writeBytes(json: Uint8Array): void {
  reserve(json.length);
  bytes.set(json, at);
  at += json.length;
}

/** JSON with escapes for all but ASCII: a text of ASCII alone is sent as it is, without a copy. */
export function asciiJson(value: unknown): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped);
}

function isWritable(tenThousandths: number): boolean {
  return tenThousandths >= 0 && tenThousandths < MOST_TEN_THOUSANDTHS;
}

function reserve(length: number): void {
  if (at + length <= bytes.length) return;
  bytes = Buffer.concat([bytes.subarray(0, at)], 2 * (at + length));
}

function writeByte(byte: number): void {
  reserve(1);
  bytes[at++] = byte;
}

/** From `start` on; a copy of a few bytes costs less than a call of `set`. */
function writeShort(json: Uint8Array, start: number): void {
  reserve(json.length);
  const out = bytes;
  const shift = at - start;
  for (let i = start; i < json.length; i++) out[shift + i] = json[i];
  at = shift + json.length;
}

// What follows writes into room that is reserved, from `at` on, and gives where it ended.

function decimalAt(out: Uint8Array, at: number, tenThousandths: number): number {
  const whole = Math.floor(tenThousandths / 10_000) | 0;
  const fraction = (tenThousandths - 10_000 * whole) | 0;
  const end = wholeAt(out, at, whole);
  return fraction > 0 ? fractionAt(out, end, fraction) : end;
}

function wholeAt(out: Uint8Array, at: number, value: number): number {
  const tens = (value / 10) | 0;
  const last = tens > 0 ? wholeAt(out, at, tens) : at;
  out[last] = ZERO + value - 10 * tens;
  return last + 1;
}

/** Without the zeros at its end. Divisors that the compiler knows: others take five times as long. */
function fractionAt(out: Uint8Array, at: number, tenThousandths: number): number {
  const hundredths = (tenThousandths / 100) | 0;
  const rest = tenThousandths - 100 * hundredths;
  const tenths = (hundredths / 10) | 0;
  const thousandths = (rest / 10) | 0;
  out[at] = POINT;
  out[at + 1] = ZERO + tenths;
  out[at + 2] = ZERO + hundredths - 10 * tenths;
  out[at + 3] = ZERO + thousandths;
  out[at + 4] = ZERO + rest - 10 * thousandths;
  let end = at + 5;
  while (out[end - 1] === ZERO) end--;
  return end;
}
