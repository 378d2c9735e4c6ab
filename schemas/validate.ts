import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv, { type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schemas } from './types.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const ajv = new Ajv.default({
  strict: true,
  strictRequired: false,
  allErrors: true,
  verbose: true,
});
addFormats.default(ajv);
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.schema.json'))) {
  ajv.addSchema(JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')));
}

/** A value that does not fit its schema; `field` is a dotted path with indexes, `pv.hourly_kwh[17]`. */
export class InvalidValueError extends Error {
  constructor(
    readonly field: string,
    /** What was found and what was expected: 'is "x", expected a number from 0 to 90'. */
    readonly problem: string,
  ) {
    super(field ? `"${field}" ${problem}.` : `The value ${problem}.`);
  }
}

/** A check of one schema: returns the value as the schema's type or throws an InvalidValueError. */
export type Validator<Id extends keyof Schemas> = (value: unknown) => NonNullable<Schemas[Id]>;

/** The compiled check of a schema. Of several faults it names the first in the schema's own order. */
export function validator<Id extends keyof Schemas>(id: Id): Validator<Id> {
  const check = ajv.getSchema(id);
  if (!check) throw new Error(`schemas/${id} does not exist.`);
  const { properties = {} } = check.schema as JsonSchema;
  const order = Object.keys(properties);
  const rank = (error: ErrorObject) => {
    const index = order.indexOf(fieldParts(error)[0]);
    return index < 0 ? order.length : index;
  };
  return (value) => {
    if (check(value)) return value as NonNullable<Schemas[Id]>;
    const [error] = telling(check.errors ?? []).toSorted((a, b) => rank(a) - rank(b));
    throw new InvalidValueError(fieldOf(error), problemOf(error));
  };
}

/** Of a value that may be null, what is wrong with the value, not that it is no null. */
function telling(errors: ErrorObject[]): ErrorObject[] {
  const told = errors.filter(({ keyword, schema }) => keyword !== 'anyOf' && schema !== 'null');
  return told.length > 0 ? told : errors;
}

/** The parts of a JSON Schema that messages speak of. */
interface JsonSchema {
  $ref?: string;
  description?: string;
  type?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
}

/** JSON pointer of the error, plus the name that is missing or unknown. */
function fieldParts(error: ErrorObject): string[] {
  const parts = error.instancePath.split('/').slice(1);
  const name = error.params.missingProperty ?? error.params.additionalProperty;
  const unescaped = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return name === undefined ? unescaped : [...unescaped, String(name)];
}

function fieldOf(error: ErrorObject): string {
  const path = fieldParts(error).map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`));
  return path.join('').replace(/^\./, '');
}

function problemOf(error: ErrorObject): string {
  const { missingProperty, additionalProperty } = error.params;
  if (additionalProperty !== undefined) return 'is not a known field';
  const parent = error.parentSchema as JsonSchema;
  if (missingProperty !== undefined) {
    return `is missing, expected ${expectation(parent.properties?.[missingProperty] ?? {})}`;
  }
  if (error.keyword === 'pattern' && parent.description) {
    return `is ${JSON.stringify(error.data)}, expected: ${parent.description}`;
  }
  const found = JSON.stringify(error.data) ?? 'undefined';
  const shown = found.length > 60 ? `${found.slice(0, 57)}...` : found;
  const known = parent.type === 'number' || parent.type === 'integer' || parent.enum;
  return `is ${shown}, ${known ? `expected ${expectation(parent)}` : error.message}`;
}

function expectation(schema: JsonSchema): string {
  if (schema.$ref) return expectation((ajv.getSchema(schema.$ref)?.schema ?? {}) as JsonSchema);
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  const type = schema.type ?? 'a value';
  const noun = /^[aeiou]/.test(type) ? `an ${type}` : type === 'a value' ? type : `a ${type}`;
  if (schema.minimum === undefined) return noun;
  return schema.maximum === undefined
    ? `${noun} not below ${schema.minimum}`
    : `${noun} from ${schema.minimum} to ${schema.maximum}`;
}
