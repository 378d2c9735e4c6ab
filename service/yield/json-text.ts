/**
 * Answers as JSON text by the shape of their type: JSON.stringify takes twice as long, most of it for
 * numbers of two decimals. The texts are the same.
 */

/** Writes a value as JSON.stringify does. */
export type Write<T> = (value: T) => string;

/** A writer for every field, in their order in the text; one that is undefined is left out. */
type FieldWriters<T> = { [Field in keyof T]-?: Write<Exclude<T[Field], undefined>> };

/** `.00`, `.01` ... as JSON writes them behind a whole number. */
const FRACTIONS = Array.from({ length: 100 }, (_, hundredths) => String(hundredths / 100).slice(1));
/** Further numbers go the usual way, so that whole and hundredths are small integers here. */
const MOST_HUNDREDTHS = 2 ** 30;

/** A number; one of two decimals, below ten million, is written from whole hundredths. */
export function numberText(value: number): string {
  const hundredths = Math.round(value * 100);
  if (hundredths >= 0 && hundredths < MOST_HUNDREDTHS && hundredths / 100 === value) {
    const whole = Math.floor(hundredths / 100);
    return whole + FRACTIONS[hundredths - 100 * whole];
  }
  return Number.isFinite(value) ? String(value) : 'null';
}

/** Numbers in a row. */
export function numbersText(values: readonly number[]): string {
  let text = '';
  for (let i = 0; i < values.length; i++) text += (i === 0 ? '[' : ',') + numberText(values[i]);
  return text === '' ? '[]' : `${text}]`;
}

/** A writer of objects with these fields. */
export function objectWriter<T extends object>(writers: FieldWriters<T>): Write<T> {
  const write = fieldsWriter(writers);
  return (value) => `{${write(value)}}`;
}

/** The same without the braces, for an object that has further fields. */
export function fieldsWriter<T extends object>(writers: FieldWriters<T>): Write<T> {
  const names = Object.keys(writers) as (keyof T & string)[];
  const starts = names.map((name) => `${JSON.stringify(name)}:`);
  const writes = names.map((name) => writers[name] as Write<unknown>);
  return (value) => {
    let text = '';
    for (let i = 0; i < names.length; i++) {
      const field = value[names[i]];
      if (field === undefined) continue;
      text += (text === '' ? '' : ',') + starts[i] + writes[i](field);
    }
    return text;
  };
}

/** A writer that keeps the text of every object: for those that many answers share and nobody changes. */
export function keptText<T extends object>(write: Write<T>): Write<T> {
  const texts = new WeakMap<T, string>();
  return (value) => {
    const kept = texts.get(value);
    if (kept !== undefined) return kept;
    const text = write(value);
    texts.set(value, text);
    return text;
  };
}

/** The same for a string that one answer after the other has. */
export function lastText(write: Write<string>): Write<string> {
  let last = '';
  let text = write(last);
  return (value) => {
    if (value === last) return text;
    last = value;
    text = write(value);
    return text;
  };
}

/** JSON with escapes for all but ASCII: a text of ASCII alone is sent as it is, without a copy. */
export function asciiJson(value: unknown): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped);
}
