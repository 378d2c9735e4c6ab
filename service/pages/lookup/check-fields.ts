/** The API's checks of a question and its words of a refusal, by its own schemas, for what keywords those have. */
import type { ErrorObject } from 'ajv';
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import {
  type JsonSchema,
  MAX_SHOWN,
  problemOf,
  type Resolve,
} from '../../../schemas/checks/problem.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };

/** A schema with the parts that fields have. */
interface Schema extends Omit<JsonSchema, 'enum' | 'properties'> {
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  dependentSchemas?: Record<string, { properties: Record<string, boolean> }>;
  $defs?: Record<string, Schema>;
}

/** A fault, and the fields and indexes that lead to it. */
interface Fault {
  path: (string | number)[];
  problem: string;
}

/** Finds and words what is wrong with a value. */
interface Search {
  at: Fault['path'];
  resolve(ref: string): Schema;
}

/**
 * Checks that a value has the fields of a schema.
 * @throws InvalidValueError naming the first wrong field, in the schema's own order
 */
export function checkFields(schema: Schema, value: unknown): void {
  const resolve = (ref: string) => definition(schema, ref);
  const order = Object.keys(schema.properties ?? {});
  const rank = ({ path: [field] }: Fault) => {
    const index = order.indexOf(String(field ?? ''));
    return index < 0 ? order.length : index;
  };
  const faults = [...faultsOf(schema, value, { at: [], resolve })];
  const [first] = faults.toSorted((a, b) => rank(a) - rank(b));
  if (first) throw new InvalidValueError(dotted(first.path), first.problem);
}

/** All that is wrong with a value, in the order in which Ajv finds it. */
function* faultsOf(schema: Schema, value: unknown, search: Search): Generator<Fault> {
  const { $ref, anyOf, allOf = [], items } = schema;
  if ($ref) return yield* faultsOf(search.resolve($ref), value, search);
  if (anyOf) return yield* anyFaults(anyOf, value, search);
  for (const part of allOf) yield* faultsOf(part, value, search);
  const keyword = brokenKeyword(schema, value);
  if (keyword) yield fault(keyword, {}, value, schema, search);
  if (keyword === 'type') return;
  if (Array.isArray(value) && items) {
    for (const [i, item] of value.entries()) yield* faultsOf(items, item, below(search, i));
  }
  if (schema.properties && isObject(value)) yield* fieldFaults(schema, value, search);
}

function* anyFaults(anyOf: Schema[], value: unknown, search: Search): Generator<Fault> {
  const fits = (one: Schema) => faultsOf(one, value, search).next().done;
  if (anyOf.some(fits)) return;
  const ofType = anyOf.find(({ type }) => isOfType(type, value));
  if (ofType) return yield* faultsOf(ofType, value, search);
  const others = anyOf.map((schema) => error('type', {}, value, schema));
  yield { path: search.at, problem: problemOf(others[0], others, search.resolve as Resolve) };
}

function* fieldFaults(
  schema: Schema,
  value: Record<string, unknown>,
  search: Search,
): Generator<Fault> {
  const { properties = {}, required = [], dependentSchemas = {} } = schema;
  const at = (field: string) => below(search, field);
  for (const missingProperty of required) {
    if (value[missingProperty] !== undefined) continue;
    yield fault('required', { missingProperty }, undefined, schema, at(missingProperty));
  }
  for (const additionalProperty of Object.keys(value)) {
    if (additionalProperty in properties) continue;
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

function below({ at, resolve }: Search, part: string | number): Search {
  return { at: [...at, part], resolve };
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
  return undefined;
}

function isOfType(type: string | undefined, value: unknown): boolean {
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
  { at, resolve }: Search,
): Fault {
  const found = error(keyword, params, data, schema);
  // The words need no more of a schema than both have.
  return { path: at, problem: problemOf(found, [found], resolve as Resolve) };
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
