/** Arbitrary values that a schema of the served OpenAPI document allows, for tests. */
import assert from 'node:assert/strict';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { OPENAPI } from './contract.ts';

type TypeName = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** The keywords that the bodies' schemas use. */
interface BodySchema {
  $ref?: string;
  type?: TypeName | TypeName[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: BodySchema[];
  oneOf?: { required: string[] }[];
  allOf?: BodySchema[];
  properties?: Record<string, BodySchema>;
  required?: string[];
  additionalProperties?: false | BodySchema;
  dependentSchemas?: Record<string, { properties: Record<string, false> }>;
  propertyNames?: { pattern: string };
  maxProperties?: number;
  items?: BodySchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
}

const ajv = new Ajv.default({ strict: false });
addFormats.default(ajv);
ajv.addSchema(OPENAPI, 'openapi');

/** Bodies of an operation as JSON text, each valid by the served schema. */
export function arbitraryBody(path: string): fc.Arbitrary<string> {
  const pointer = `#/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
  const schema = OPENAPI.paths[path].post.requestBody.content['application/json'].schema;
  const isValid = ajv.getSchema(`openapi${pointer}`);
  assert.ok(isValid);
  return arbitraryOf(schema)
    .map((value) => JSON.stringify(value))
    .filter((text) => isValid(JSON.parse(text)) === true);
}

function arbitraryOf(schema: BodySchema): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitraryOf(resolve(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  if (schema.allOf) return arbitraryOf(schema.allOf.map(resolveSchema).reduce(mergeSchemas));
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => arbitraryOf(only(schema, one))));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type })));
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'number' || schema.type === 'integer') return arbitraryNumber(schema);
  if (schema.type === 'string') return arbitraryText(schema);
  if (schema.type === 'array') return arbitraryArray(schema);
  if (schema.type === 'object') return arbitraryObject(schema);
  return assert.fail(`No arbitrary for ${JSON.stringify(schema).slice(0, 200)}`);
}

function resolve(ref: string): BodySchema {
  return ref
    .split('/')
    .slice(1)
    .reduce((node, part) => node[part], OPENAPI);
}

function resolveSchema(schema: BodySchema): BodySchema {
  return schema.$ref ? resolve(schema.$ref) : schema;
}

function mergeSchemas(a: BodySchema, b: BodySchema): BodySchema {
  const names = Object.keys({ ...a.properties, ...b.properties });
  const properties = names.map((name) => [
    name,
    { ...a.properties?.[name], ...b.properties?.[name] },
  ]);
  return { ...a, ...b, properties: Object.fromEntries(properties) };
}

/** The schema with one of its alternatives' fields required and the others' absent. */
function only({ oneOf = [], ...schema }: BodySchema, { required }: { required: string[] }) {
  const others = oneOf.flatMap((one) => one.required).filter((name) => !required.includes(name));
  const remaining = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !others.includes(name),
  );
  return { ...schema, properties: Object.fromEntries(remaining), required };
}

function arbitraryNumber(schema: BodySchema): fc.Arbitrary<number> {
  const { type, exclusiveMinimum, minimum = exclusiveMinimum, maximum } = schema;
  assert.ok(minimum !== undefined && maximum !== undefined, 'a number without bounds');
  const ends = fc.constantFrom(maximum, minimum + (exclusiveMinimum === undefined ? 0 : 1e-3));
  const first = exclusiveMinimum === undefined ? Math.ceil(minimum) : Math.floor(minimum) + 1;
  const whole = fc.integer({ min: first, max: Math.floor(maximum) });
  if (type === 'integer') return fc.oneof(ends, whole);
  const minExcluded = exclusiveMinimum !== undefined;
  const any = fc.double({ min: minimum, max: maximum, minExcluded, noNaN: true });
  return fc.oneof(ends, any, whole);
}

/** Those that the format date has. */
const FOUR_DIGIT_YEARS = [new Date('0000-01-01'), new Date('9999-12-31')];
/** Those that a date's pattern allows. */
const PAYMENT_YEARS = [new Date('2021-01-01'), new Date('2099-12-31')];

function arbitraryText({
  pattern,
  format,
  minLength,
  maxLength,
}: BodySchema): fc.Arbitrary<string> {
  if (format === 'date') {
    const [min, max] = pattern ? PAYMENT_YEARS : FOUR_DIGIT_YEARS;
    return fc
      .date({ min, max, noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  assert.equal(format, undefined, 'a format without an arbitrary');
  return fc.string({ unit: 'binary', minLength: minLength ?? 0, maxLength: maxLength ?? 50 });
}

/** Long arrays are one value but for one place. */
function arbitraryArray(schema: BodySchema): fc.Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = 10, uniqueItems } = schema;
  const item = arbitraryOf(items);
  const few = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 8)) };
  if (uniqueItems) return fc.uniqueArray(item, few);
  if (minItems < 100) return fc.array(item, few);
  const place = fc.nat({ max: minItems - 1 });
  return fc
    .tuple(item, item, place)
    .map(([usual, other, at]) => Array.from({ length: minItems }, () => usual).with(at, other));
}

function arbitraryObject(schema: BodySchema): fc.Arbitrary<object> {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  const { dependentSchemas = {} } = schema;
  if (!properties && additionalProperties && propertyNames) {
    const key = fc.stringMatching(new RegExp(propertyNames.pattern));
    return fc.dictionary(key, arbitraryOf(additionalProperties), { maxKeys: 3 });
  }
  const fields = Object.entries(properties ?? {}).map(([name, part]) => [name, arbitraryOf(part)]);
  const arbitraries: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
  const record = fc.record(arbitraries, { requiredKeys: required });
  return record.map((value) => withoutExcluded(value, dependentSchemas));
}

/** The object without the fields that another of its fields excludes. */
function withoutExcluded(
  value: object,
  dependentSchemas: NonNullable<BodySchema['dependentSchemas']>,
): object {
  const excluded = Object.entries(dependentSchemas)
    .filter(([name]) => Object.hasOwn(value, name))
    .flatMap(([, { properties }]) => Object.keys(properties));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !excluded.includes(name)));
}

/** A simulation's body without what is refused beyond its schema, so that enough of them are answered. */
export function mendText(text: string, path: string): string {
  const body = JSON.parse(text);
  delete body.pv.faces;
  delete body.battery?.soc_min;
  delete body.battery?.soc_max;
  delete body.battery?.reserve_share;
  delete body.compare?.cost_sek_by_size;
  delete body.economy?.battery_kwh;
  if (body.economy?.batteries) body.economy.batteries = oneOfSize(body.economy.batteries);
  body.compare?.sizes_kwh?.splice(3);
  if (body.prices?.export_sek_per_kwh !== undefined) delete body.prices.export_fee_sek_per_kwh;
  if (body.prices?.grid_tariff) {
    body.prices.grid_tariff = 'nacka-2025';
    delete body.prices.peak_charge_sek_per_kw_month;
  }
  // The yields of the test cover little, of which a range asks, too.
  if (path.endsWith('/range')) delete body.location;
  if (body.location) {
    body.location.lat = 56 + (Math.abs(body.location.lat) % 12);
    body.location.lng = 12 + (Math.abs(body.location.lng) % 11);
  }
  for (const part of ['pv', 'consumption', 'prices']) body[part] &&= boundSeries(body[part]);
  return JSON.stringify(body);
}

/** The last battery of each size. */
function oneOfSize(batteries: readonly { kwh: number }[]): { kwh: number }[] {
  return [...new Map(batteries.map((battery) => [battery.kwh, battery])).values()];
}

/** Numbers of lists below 5 in size: hours and prices that a house can have. */
function boundSeries(value: unknown, isListed = false): unknown {
  if (Array.isArray(value)) return value.map((item) => boundSeries(item, true));
  if (isListed && typeof value === 'number') return value % 5;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, item]) => [
    name,
    boundSeries(item, /_sek_per_kwh$/.test(name)),
  ]);
  return Object.fromEntries(fields);
}

/** Values that take the place of a right one. */
const wrongValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'x', '59,3', -1, 1e9, 0.5, [], {}, [1, 1], ['x', 'x']),
  fc.constant({ colour: 1 }),
  fc.string({ maxLength: 300 }),
);

/** Every object and array within a value, itself included. */
function containers(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containers)];
}

/** Bodies with one place changed: a value, a name, a field more or less, an item twice. */
export function spoilt(
  bodies: fc.Arbitrary<string>,
  value: fc.Arbitrary<unknown> = wrongValue,
): fc.Arbitrary<string> {
  return fc.tuple(bodies, fc.nat(), fc.nat(), value).map((drawn) => spoilText(...drawn));
}

function spoilText(text: string, at: number, how: number, value: unknown): string {
  const body = JSON.parse(text);
  const places = containers(body).slice(0, 60);
  const place = places[at % places.length] as Record<string, unknown>;
  const names = Object.keys(place);
  const name = names[how % Math.max(1, names.length)] ?? 'colour';
  if (how % 4 === 0) place[name] = value;
  else if (how % 4 === 1) delete place[name];
  else if (Array.isArray(place)) place.push(place[0] ?? value);
  else place[how % 4 === 2 ? `${name}s` : `x${how}`] = value;
  return JSON.stringify(body);
}
