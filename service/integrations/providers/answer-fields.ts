import { ProviderError } from '../ports.ts';

/** The member at that path, ignoring the case of names: Fortnox has both. Undefined if it is missing. */
export function memberAt(body: unknown, ...path: string[]): unknown {
  return path.reduce((value, name) => memberOf(value, name), body);
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return Reflect.get(value, name);
  const found = Object.keys(value).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : Reflect.get(value, found);
}

/** A text, or a number as one: ids come as both. @throws ProviderError naming the field */
export function textAt(body: unknown, ...path: string[]): string {
  const value = memberAt(body, ...path);
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw lacking(path, 'a text');
}

/** A number, also where it comes as a text. @throws ProviderError naming the field */
export function numberAt(body: unknown, ...path: string[]): number {
  const value = memberAt(body, ...path);
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw lacking(path, 'a number');
}

/** @throws ProviderError naming the field */
export function listAt(body: unknown, ...path: string[]): unknown[] {
  const value = memberAt(body, ...path);
  if (Array.isArray(value)) return value;
  throw lacking(path, 'a list');
}

/** A time as ISO UTC. Null if it is none. */
export function timeAt(body: unknown, ...path: string[]): string | null {
  const value = memberAt(body, ...path);
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/**
 * The provider's code of an error, if the field has one: a word without a long number. Other texts may be about people.
 * An adapter whose codes are numbers reads them itself.
 */
export function codeAt(body: unknown, name: string): { code?: string } {
  const code = memberAt(body, name);
  return typeof code === 'string' && /^(?!.*\d{5})[\w.-]{1,60}$/.test(code) ? { code } : {};
}

/** A provider's word, if it is a single one: other texts may be about people. */
export function wordOf(text: string): string {
  return /^[\w-]{1,60}$/.test(text) ? text : 'something else';
}

/** The error for an answer without a field. A retry would not help. */
function lacking(path: readonly string[], expected: string): ProviderError {
  return new ProviderError(
    'invalid',
    `The answer has no "${path.join('.')}", expected ${expected}.`,
  );
}

const MOST = 200;
/** Words that may be an address, a personal number or a secret. */
const NOT_SHOWN = /@|\d{5}|\d{4}\D?\d{2}|^\S{41,}$/;

/** The words in one line, without personal numbers, addresses and keys. Undefined if there are none. */
export function providerWords(found: unknown): string | undefined {
  if (typeof found !== 'string') return undefined;
  const words = found.slice(0, MOST).split(/\s+/);
  const shown = words.map((word) => (NOT_SHOWN.test(word) ? '…' : word)).join(' ');
  return shown.trim() === '' ? undefined : shown.trim();
}
