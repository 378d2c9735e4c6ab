import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv, { type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schemas } from './types.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const ajv = new Ajv.default({ strict: true, strictRequired: false, useDefaults: false });
addFormats.default(ajv);
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.schema.json'))) {
  ajv.addSchema(JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')));
}

/** A value that does not fit its schema; `field` is a dotted path, `pv.hourly_kwh[17]`. */
export class InvalidValueError extends Error {
  constructor(
    readonly field: string,
    readonly problem: string,
    where: string,
  ) {
    super(`${where}${field ? ` field "${field}"` : ''}: ${problem}.`);
  }
}

/**
 * A function that returns a value as the type of its schema.
 * @throws InvalidValueError from the returned function; `where` (a file, "query") begins its sentence
 */
export function validator<Id extends keyof Schemas>(
  id: Id,
): (value: unknown, where: string) => NonNullable<Schemas[Id]> {
  const check = ajv.getSchema(id);
  if (!check) throw new Error(`schemas/${id} does not exist.`);
  return (value, where) => {
    if (check(value)) return value as NonNullable<Schemas[Id]>;
    const [error] = check.errors ?? [];
    throw new InvalidValueError(fieldOf(error), problemOf(error, value), where);
  };
}

/** JSON pointer of the error, plus the missing or unknown name, as a dotted path with indexes. */
function fieldOf(error: ErrorObject): string {
  const name = error.params.missingProperty ?? error.params.additionalProperty;
  const parts = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (name !== undefined) parts.push(String(name));
  return parts
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function problemOf(error: ErrorObject, value: unknown): string {
  if (error.keyword === 'required') return 'is missing';
  if (error.keyword === 'additionalProperties') return 'is not a known field';
  const found = JSON.stringify(valueAt(value, error.instancePath)) ?? 'nothing';
  const shown = found.length > 60 ? `${found.slice(0, 57)}...` : found;
  const allowed = error.params.allowedValues ? ` (${error.params.allowedValues.join(', ')})` : '';
  return `is ${shown}, ${error.message ?? 'which is not valid'}${allowed}`;
}

function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const part of pointer.split('/').slice(1).map(unescapePointer)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.entries(at).find(([key]) => key === part)?.[1];
  }
  return at;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
