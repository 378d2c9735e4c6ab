import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { closestMatch } from 'leven';
import type { Schemas } from './types.ts';

/** Characters of a caller's value or name that a message repeats. */
const MAX_SHOWN = 60;

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const ajv = new Ajv.default({
  strict: true,
  validateSchema: false,
  code: { optimize: false },
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

/**
 * The check of a schema, compiled when it is first used: that takes long enough to hold up a start.
 * Of several faults it names the first in the schema's own order.
 */
export function validator<Id extends keyof Schemas>(id: Id): Validator<Id> {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.getSchema(id);
    if (!compiled) throw new Error(`schemas/${id} does not exist.`);
    const { properties = {} } = compiled.schema as JsonSchema;
    refuseWide(value, properties);
    if (compiled(value)) return value as NonNullable<Schemas[Id]>;
    const errors = telling(compiled.errors ?? []);
    const error = firstOf(errors, Object.keys(properties));
    const alternatives = errors.filter(({ instancePath }) => instancePath === error.instancePath);
    throw new InvalidValueError(fieldOf(error, value), problemOf(error, alternatives));
  };
}

/** The error whose top field comes first in the given order; unknown fields come last. */
function firstOf(errors: ErrorObject[], order: readonly string[]): ErrorObject {
  const rank = (error: ErrorObject) => {
    const index = order.indexOf(fieldParts(error)[0]);
    return index < 0 ? order.length : index;
  };
  return errors.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Listing every one of a hundred thousand unknown fields would take a quarter of a second. */
const MAX_UNKNOWN_FIELDS = 100;

function refuseWide(value: unknown, properties: Record<string, JsonSchema>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const names = Object.keys(value);
  if (names.length <= Object.keys(properties).length + MAX_UNKNOWN_FIELDS) return;
  const unknown = names.find((name) => !Object.hasOwn(properties, name)) ?? '';
  throw new InvalidValueError(unknown.slice(0, MAX_SHOWN), unknownField(unknown, { properties }));
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
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  enum?: string[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
}

/** JSON pointer of the error, plus the name that is missing or unknown. */
function fieldParts(error: ErrorObject): string[] {
  const parts = error.instancePath.split('/').slice(1);
  const name = error.params.missingProperty ?? error.params.additionalProperty;
  const unescaped = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return name === undefined ? unescaped : [...unescaped, String(name).slice(0, MAX_SHOWN)];
}

/** Dotted path of the error within the whole value; items of arrays by their index. */
function fieldOf(error: ErrorObject, value: unknown): string {
  let node = value;
  let field = '';
  for (const part of fieldParts(error)) {
    field += Array.isArray(node) ? `[${part}]` : `.${part}`;
    node = (node as Record<string, unknown> | undefined)?.[part];
  }
  return field.replace(/^\./, '');
}

/** @param alternatives all errors of the same value: of several types one would do */
function problemOf(error: ErrorObject, alternatives: readonly ErrorObject[]): string {
  const { missingProperty, additionalProperty } = error.params;
  const parent = error.parentSchema as JsonSchema;
  if (additionalProperty !== undefined) return unknownField(additionalProperty, parent);
  if (missingProperty !== undefined) {
    return `is missing, expected ${expectation(parent.properties?.[missingProperty] ?? {})}`;
  }
  if (error.keyword === 'pattern' && parent.description) {
    return `is ${JSON.stringify(error.data)}, expected: ${parent.description}`;
  }
  if (error.keyword === 'minItems' || error.keyword === 'maxItems') {
    return `has ${(error.data as unknown[]).length} items, expected ${countOf(parent)}`;
  }
  const known = ['type', 'enum', 'minimum', 'maximum', 'exclusiveMinimum'].includes(error.keyword);
  const types = alternatives.filter(({ keyword }) => keyword === 'type');
  const expected = (error.keyword === 'type' ? types : [error])
    .map(({ parentSchema }) => expectation(parentSchema as JsonSchema))
    .join(' or ');
  return `is ${shown(error.data)}, ${known ? `expected ${expected}` : error.message}`;
}

/** The nearest known name, when it is near enough to be meant. */
function unknownField(name: string, parent: JsonSchema): string {
  const known = Object.keys(parent.properties ?? {});
  const compared = name.slice(0, MAX_SHOWN);
  const nearest = closestMatch(compared, known, { maxDistance: 1 + (compared.length >> 1) });
  return nearest === undefined
    ? `is not a known field, expected ${known.join(', ')}`
    : `is not a known field, did you mean "${nearest}"`;
}

/** A value as a message shows it; what may be deep or long only by its kind. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON has no infinite numbers and would show them as null.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
}

function countOf({ minItems = 0, maxItems }: JsonSchema): string {
  if (maxItems === undefined) return `${minItems} or more`;
  return minItems === maxItems ? `exactly ${maxItems}` : `${minItems} to ${maxItems}`;
}

function expectation(schema: JsonSchema): string {
  if (schema.$ref) return expectation((ajv.getSchema(schema.$ref)?.schema ?? {}) as JsonSchema);
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  const type = schema.type ?? 'a value';
  const noun = /^[aeiou]/.test(type) ? `an ${type}` : type === 'a value' ? type : `a ${type}`;
  if (schema.exclusiveMinimum !== undefined) {
    const limit = schema.maximum === undefined ? '' : ` and not above ${schema.maximum}`;
    return `${noun} above ${schema.exclusiveMinimum}${limit}`;
  }
  if (schema.minimum === undefined) return noun;
  return schema.maximum === undefined
    ? `${noun} not below ${schema.minimum}`
    : `${noun} from ${schema.minimum} to ${schema.maximum}`;
}
