/**
 * The first fault of a value that a schema's ready check has refused, in the order of the schema's fields. Ajv's errors
 * come in the order of its keywords and of every alternative, and pages may not let it compile.
 */
import { InvalidValueError } from './invalid-value.ts';
import { type Fault, type JsonSchema, MAX_SHOWN, problemOf } from './problem.ts';
import type { FindSchema, SchemaPart } from './schema-finder.ts';

/** A part of the value, with what its schema's references are relative to. */
interface Place {
  value: unknown;
  path: Fault['path'];
  file: string;
  find: FindSchema;
}

/** A schema as keywords hold it: true takes everything, false nothing. */
type Schema = JsonSchema | boolean;

/** Words the first fault of a value. Undefined if it has none. */
export function firstFault(
  { schema, file }: SchemaPart,
  value: unknown,
  find: FindSchema,
): InvalidValueError | undefined {
  const fault = faultOf(schema, { value, path: [], file, find });
  if (!fault) return undefined;
  const problem = problemOf(fault, (ref) => find(ref, file).schema);
  return new InvalidValueError(dotted(fault.path), problem);
}

function faultOf(schema: Schema, place: Place): Fault | undefined {
  if (schema === true) return undefined;
  if (schema === false) return fault('false schema', {}, place);
  return (
    referredFault(schema, place) ??
    ownFault(schema, place) ??
    itemFault(schema, place) ??
    fieldFault(schema, place) ??
    firstOf(schema.allOf ?? [], (part) => faultOf(part, place)) ??
    choiceFault(schema, place)
  );
}

function referredFault({ $ref }: JsonSchema, place: Place): Fault | undefined {
  if ($ref === undefined) return undefined;
  const { schema, file } = place.find($ref, place.file);
  return faultOf(schema, { ...place, file });
}

/** The first result that there is. */
function firstOf<T>(parts: Iterable<T>, find: (part: T) => Fault | undefined): Fault | undefined {
  for (const part of parts) {
    const found = find(part);
    if (found) return found;
  }
  return undefined;
}

type Rule = (count: number, limit: number) => boolean;
const atLeast: Rule = (count, limit) => count >= limit;
const atMost: Rule = (count, limit) => count <= limit;

type Rules = [keyword: keyof JsonSchema, rule: Rule][];
const BOUNDS: Rules = [
  ['minimum', atLeast],
  ['maximum', atMost],
  ['exclusiveMinimum', (value, limit) => value > limit],
  ['exclusiveMaximum', (value, limit) => value < limit],
];
const LENGTHS: Rules = [
  ['minLength', atLeast],
  ['maxLength', atMost],
];
const ITEMS: Rules = [
  ['minItems', atLeast],
  ['maxItems', atMost],
];
const FIELDS: Rules = [
  ['minProperties', atLeast],
  ['maxProperties', atMost],
];

/** What is wrong with a value itself, whatever its parts. */
function ownFault(schema: JsonSchema, place: Place): Fault | undefined {
  const keyword = brokenKeyword(schema, place.value);
  return keyword === undefined ? undefined : fault(keyword, schema, place);
}

function brokenKeyword(schema: JsonSchema, value: unknown): string | undefined {
  const { type, enum: allowed, pattern, format } = schema;
  if (type !== undefined && !isOfType(type, value)) return 'type';
  if (allowed && !(allowed as unknown[]).includes(value)) return 'enum';
  if ('const' in schema && value !== schema.const) return 'const';
  if (typeof value === 'number') return brokenRule(schema, value, BOUNDS);
  if (Array.isArray(value)) return brokenRule(schema, value.length, ITEMS);
  if (isObject(value)) return brokenRule(schema, Object.keys(value).length, FIELDS);
  if (typeof value !== 'string') return undefined;
  const length = brokenRule(schema, [...value].length, LENGTHS);
  if (length) return length;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return 'pattern';
  return format !== undefined && FORMATS[format]?.(value) === false ? 'format' : undefined;
}

function brokenRule(schema: JsonSchema, count: number, rules: Rules): string | undefined {
  for (const [keyword, holds] of rules) {
    const limit = schema[keyword];
    if (typeof limit === 'number' && !holds(count, limit)) return keyword;
  }
  return undefined;
}

function isOfType(type: string | string[], value: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => isOfType(one, value));
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

const FORMATS: Record<string, (text: string) => boolean> = {
  date: isDate,
  'date-time': (text) => /^.{10}T.*(Z|[+-]\d\d:\d\d)$/i.test(text) && isDate(text.slice(0, 10)),
  email: (text) => /^[^@\s]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text),
};

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}

/** Indices of items that may be wrong. A year of numbers is looked through without a place for each. */
function doubtful(items: JsonSchema, values: unknown[]): Iterable<number> {
  if (items.type !== 'number' || items.enum || 'const' in items) return values.keys();
  const { minimum = -Infinity, maximum = Infinity } = items;
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = items;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== 'number' || value < minimum || value > maximum) return [i];
    if (!(value > above && value < below)) return [i];
  }
  return [];
}

function itemFault(schema: JsonSchema, place: Place): Fault | undefined {
  const { items, contains, uniqueItems } = schema;
  const { value } = place;
  if (!Array.isArray(value)) return undefined;
  const wrong = items
    ? firstOf(doubtful(items, value), (i) => faultOf(items, below(place, i)))
    : undefined;
  if (wrong) return wrong;
  if (uniqueItems) {
    // The schemas' unique items are texts and numbers.
    const j = value.findLastIndex((item, at) => value.indexOf(item) < at);
    if (j >= 0)
      return fault('uniqueItems', schema, place, { i: value.lastIndexOf(value[j], j - 1), j });
  }
  const isThere =
    contains === undefined || value.some((_, i) => !faultOf(contains, below(place, i)));
  return isThere ? undefined : fault('contains', schema, place);
}

/** The first wrong or missing field in the schema's order. Unknown ones come after all that it has. */
function fieldFault(schema: JsonSchema, place: Place): Fault | undefined {
  const { value } = place;
  if (!isObject(value)) return undefined;
  const { properties = {}, required = [] } = schema;
  const names = new Set([...Object.keys(properties), ...required]);
  return (
    firstOf(names, (name) => {
      if (value[name] !== undefined) return faultOf(properties[name] ?? true, below(place, name));
      return required.includes(name) ? fault('required', schema, below(place, name)) : undefined;
    }) ??
    firstOf(Object.keys(value), (name) => nameFault(schema, place, name)) ??
    dependentFault(schema, value, place)
  );
}

function nameFault(schema: JsonSchema, place: Place, name: string): Fault | undefined {
  const { properties = {}, propertyNames = true, additionalProperties = true } = schema;
  const field = below(place, name);
  if (faultOf(propertyNames, { ...field, value: name }))
    return fault('propertyNames', schema, field);
  if (Object.hasOwn(properties, name)) return undefined;
  if (additionalProperties === false) return fault('additionalProperties', schema, field);
  return faultOf(additionalProperties, field);
}

function dependentFault(
  { dependentRequired = {}, dependentSchemas = {} }: JsonSchema,
  value: Record<string, unknown>,
  place: Place,
): Fault | undefined {
  const given = (entries: object) =>
    Object.keys(entries).filter((name) => value[name] !== undefined);
  return (
    firstOf(given(dependentRequired), (property) => {
      const missing = dependentRequired[property].find((name) => value[name] === undefined);
      const params = { property, missing };
      return missing ? fault('dependentRequired', {}, below(place, missing), params) : undefined;
    }) ??
    firstOf(given(dependentSchemas), (property) => {
      const found = faultOf(dependentSchemas[property], place);
      return found && { ...found, params: { ...found.params, property } };
    })
  );
}

/** Alternatives of which none fits, or one too many. */
function choiceFault(schema: JsonSchema, place: Place): Fault | undefined {
  const { anyOf, oneOf, not, discriminator } = schema;
  if (not && !faultOf(not, place)) return fault('not', schema, place);
  if (anyOf) return bestFault(anyOf, place);
  if (!oneOf) return undefined;
  if (discriminator) return taggedFault(schema, oneOf, discriminator.propertyName, place);
  const fitting = oneOf.filter((one) => !faultOf(one, place));
  return fitting.length === 1 ? undefined : fault('oneOf', schema, place);
}

/**
 * The fault of the alternative that a value comes nearest to: whose fault lies deepest, behind most items or with most
 * fields that it knows, and whose type the value has.
 */
function bestFault(anyOf: readonly JsonSchema[], place: Place): Fault | undefined {
  const faults = anyOf.map((one) => faultOf(one, place));
  if (faults.includes(undefined)) return undefined;
  const ranked = faults
    .flatMap((one, i) => (one ? [{ fault: one, rank: nearness(anyOf[i], one, place) }] : []))
    .toSorted((a, b) => b.rank - a.rank);
  const [{ fault: best }] = ranked;
  const others = ranked.map((one) => one.fault);
  const alternatives = others.filter(({ path }) => dotted(path) === dotted(best.path));
  return { ...best, alternatives };
}

function nearness(schema: JsonSchema, { keyword, path }: Fault, place: Place): number {
  const { properties = {} } = schema.$ref ? place.find(schema.$ref, place.file).schema : schema;
  const names = isObject(place.value) ? Object.keys(place.value) : [];
  const known = names.filter((name) => Object.hasOwn(properties, name)).length;
  const isMissing = keyword === 'required' || keyword === 'additionalProperties';
  const depth = path.length - (isMissing ? 1 : 0);
  const index = Number(path.at(-1)) || 0;
  return 1e6 * depth + 10 * (known + index) + (keyword === 'type' ? 0 : 1);
}

/** The fault of the alternative that a field names. */
function taggedFault(
  schema: JsonSchema,
  oneOf: readonly JsonSchema[],
  name: string,
  place: Place,
): Fault | undefined {
  const tag = isObject(place.value) ? place.value[name] : undefined;
  const meant = oneOf
    .map((one) => (one.$ref ? place.find(one.$ref, place.file) : { schema: one, file: place.file }))
    .find(({ schema: { properties = {} } }) => properties[name]?.const === tag);
  if (tag === undefined || !meant) return fault('discriminator', schema, below(place, name));
  return faultOf(meant.schema, { ...place, file: meant.file });
}

function below(place: Place, part: string | number): Place {
  const value = (place.value as Record<string | number, unknown>)[part];
  const shown = typeof part === 'string' ? part.slice(0, MAX_SHOWN) : part;
  return { ...place, value, path: [...place.path, shown] };
}

function fault(
  keyword: string,
  schema: JsonSchema,
  { value, path }: Place,
  params: Fault['params'] = {},
): Fault {
  return { keyword, schema, value, path, params, alternatives: [] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path as messages have it: `faces[2].tilt`. */
function dotted(path: Fault['path']): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  return parts.join('').replace(/^\./, '');
}
