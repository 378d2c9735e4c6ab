/** The API's checks of a question and its words of a refusal, by its own schemas, for what keywords those have. */
import type { ErrorObject } from 'ajv';
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import {
  type JsonSchema,
  MAX_SHOWN,
  problemOf,
  type Resolve,
} from '../../../../schemas/checks/problem.ts';
import common from '../../../../schemas/common.schema.json' with { type: 'json' };

/** A schema with the parts that fields have. */
export interface Schema extends Omit<JsonSchema, 'enum' | 'properties' | 'propertyNames'> {
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  pattern?: string;
  uniqueItems?: boolean;
  propertyNames?: Schema;
  additionalProperties?: boolean | Schema;
  properties?: Record<string, Schema>;
  dependentSchemas?: Record<string, { properties: Record<string, boolean> }>;
  $defs?: Record<string, Schema>;
}

/** A fault, and the fields and indexes that lead to it. */
interface Fault {
  path: (string | number)[];
  problem: string;
}

/** Finds the schema that a reference means, and those that its own references mean. */
export type Find = (ref: string) => { schema: Schema; find: Find };

/** How references are followed, to check and to word. */
export interface References {
  find: Find;
  word: Resolve;
}

/** Finds and words what is wrong with a part of a value. */
interface Search extends References {
  at: Fault['path'];
}

/**
 * Checks that a value has the fields of a schema.
 * @throws InvalidValueError naming the first wrong field, in the schema's own order
 */
export function checkFields(
  schema: Schema,
  value: unknown,
  references: References = ownReferences(schema),
): void {
  const order = Object.keys(schema.properties ?? {});
  const rank = ({ path: [field] }: Fault) => {
    const index = order.indexOf(String(field ?? ''));
    return index < 0 ? order.length : index;
  };
  const faults = [...faultsOf(schema, value, { at: [], ...references })];
  const [first] = faults.toSorted((a, b) => rank(a) - rank(b));
  if (first) throw new InvalidValueError(dotted(first.path), first.problem);
}

/** All that is wrong with a value, in the order in which Ajv finds it. */
function* faultsOf(schema: Schema, value: unknown, search: Search): Generator<Fault> {
  const { $ref, anyOf, allOf = [], items } = schema;
  if ($ref) {
    const { schema: meant, find } = search.find($ref);
    return yield* faultsOf(meant, value, { ...search, find });
  }
  if (anyOf) return yield* anyFaults(anyOf, value, search);
  for (const part of allOf) yield* faultsOf(part, value, search);
  const keyword = brokenKeyword(schema, value);
  if (keyword) yield fault(keyword, {}, value, schema, search);
  if (keyword === 'type') return;
  if (Array.isArray(value)) yield* twice(schema, value, search);
  if (Array.isArray(value) && items) {
    for (const [i, item] of value.entries()) yield* faultsOf(items, item, below(search, i));
  }
  if (schema.properties && isObject(value)) yield* fieldFaults(schema, value, search);
}

function* twice(schema: Schema, values: unknown[], search: Search): Generator<Fault> {
  if (!schema.uniqueItems) return;
  // The schemas' unique items are texts and numbers.
  for (let j = values.length - 1; j > 0; j--) {
    const i = values.lastIndexOf(values[j], j - 1);
    if (i < 0) continue;
    yield fault('uniqueItems', { i: j, j: i }, values, schema, search);
    return;
  }
}

function* anyFaults(anyOf: Schema[], value: unknown, search: Search): Generator<Fault> {
  const fits = (one: Schema) => faultsOf(one, value, search).next().done;
  if (anyOf.some(fits)) return;
  const ofType = anyOf.find(({ type }) => isOfType(type, value));
  if (ofType) return yield* faultsOf(ofType, value, search);
  const others = anyOf.filter(({ type }) => type !== 'null');
  const errors = others.map((schema) => error('type', {}, value, schema));
  yield { path: search.at, problem: problemOf(errors[0], errors, search.word) };
}

function* fieldFaults(
  schema: Schema,
  value: Record<string, unknown>,
  search: Search,
): Generator<Fault> {
  const { properties = {}, required = [], dependentSchemas = {}, propertyNames } = schema;
  const { additionalProperties = true } = schema;
  const at = (field: string) => below(search, field);
  for (const missingProperty of required) {
    if (value[missingProperty] !== undefined) continue;
    yield fault('required', { missingProperty }, undefined, schema, at(missingProperty));
  }
  for (const name of propertyNames ? Object.keys(value) : []) {
    if (!propertyNames || faultsOf(propertyNames, name, search).next().done) continue;
    yield fault('propertyNames', {}, undefined, schema, at(name.slice(0, MAX_SHOWN)));
  }
  for (const [additionalProperty, given] of Object.entries(value)) {
    if (additionalProperty in properties || additionalProperties === true) continue;
    if (additionalProperties) {
      yield* faultsOf(additionalProperties, given, at(additionalProperty));
      continue;
    }
    const shown = at(additionalProperty.slice(0, MAX_SHOWN));
    yield fault('additionalProperties', { additionalProperty }, undefined, schema, shown);
  }
  for (const [field, dependent] of Object.entries(dependentSchemas)) {
    if (value[field] === undefined) continue;
    for (const [banned, isAllowed] of Object.entries(dependent.properties)) {
      if (!isAllowed && value[banned] !== undefined)
        yield fault('false schema', {}, undefined, {}, at(banned));
    }
  }
  for (const [field, fieldSchema] of Object.entries(properties)) {
    if (value[field] !== undefined) yield* faultsOf(fieldSchema, value[field], at(field));
  }
}

function below({ at, ...references }: Search, part: string | number): Search {
  return { at: [...at, part], ...references };
}

function brokenKeyword(schema: Schema, value: unknown): string | undefined {
  const { type, minimum, maximum, exclusiveMinimum, minItems, maxItems } = schema;
  if (!isOfType(type, value)) return 'type';
  if (schema.enum && !schema.enum.includes(value)) return 'enum';
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return 'minimum';
    if (maximum !== undefined && value > maximum) return 'maximum';
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return 'exclusiveMinimum';
  }
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) return 'maxItems';
    if (minItems !== undefined && value.length < minItems) return 'minItems';
  }
  return typeof value === 'string' ? brokenText(schema, value) : undefined;
}

function brokenText(schema: Schema, text: string): string | undefined {
  const { maxLength = Number.POSITIVE_INFINITY, minLength = 0, pattern, format } = schema;
  const { length } = [...text];
  if (length > maxLength) return 'maxLength';
  if (length < minLength) return 'minLength';
  if (pattern && !new RegExp(pattern, 'u').test(text)) return 'pattern';
  return format === 'date' && !isDate(text) ? 'format' : undefined;
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return type === undefined || typeof value === type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(
  keyword: string,
  params: Record<string, unknown>,
  data: unknown,
  schema: Schema,
  { at, word }: Search,
): Fault {
  const found = error(keyword, params, data, schema);
  return { path: at, problem: problemOf(found, [found], word) };
}

/** An error as Ajv gives it, as far as the words need it. */
function error(
  keyword: string,
  params: Record<string, unknown>,
  data: unknown,
  parentSchema: Schema,
): ErrorObject {
  return { keyword, params, data, parentSchema, instancePath: '', schemaPath: '' };
}

function ownReferences(schema: Schema): References {
  const find: Find = (ref) => ({ schema: definition(schema, ref), find });
  // The words need no more of a schema than both have.
  return { find, word: (ref) => definition(schema, ref) as JsonSchema };
}

/** The schema that a reference means: in its own file or in the common one. */
function definition(schema: Schema, ref: string): Schema {
  const { $defs = {} } = ref.startsWith('#') ? schema : (common as Schema);
  const found = $defs[ref.slice(ref.lastIndexOf('/') + 1)];
  if (!found) throw new Error(`The schema ${ref} is not here.`);
  return found;
}

function dotted(path: Fault['path']): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  return parts.join('').replace(/^\./, '');
}
