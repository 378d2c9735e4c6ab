/** The API's checks of a question and its words of a refusal, by its own schemas, for schemas of flat fields. */
import type { ErrorObject } from 'ajv';
import { type JsonSchema, problemOf, type Resolve } from '../../../schemas/checks/problem.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import { SunError } from '../sdk/client.ts';

/** A schema with the alternatives that one field has. */
interface Schema extends Omit<JsonSchema, 'enum' | 'properties'> {
  enum?: unknown[];
  anyOf?: Schema[];
  items?: unknown;
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
}

/** A fault by its keyword, as Ajv tells it. */
interface Fault {
  field: string;
  problem: string;
}

/**
 * Checks that a value has the fields of a schema.
 * @param parent what the value is, when it is a part of the question: `faces[0]`
 * @throws SunError invalid_parameter naming the first wrong field, in the schema's own order
 */
export function checkFields(schema: Schema, value: unknown, parent = ''): void {
  const fault = faultOf(schema, value);
  if (!fault) return;
  const field = [parent, fault.field].filter((part) => part !== '').join('.');
  const message = field ? `"${field}" ${fault.problem}.` : `The value ${fault.problem}.`;
  const blamed = field ? { field } : {};
  throw new SunError(message, { code: 'invalid_parameter', status: 422, ...blamed });
}

function faultOf(schema: Schema, value: unknown): Fault | undefined {
  // The words need no more of it than both have.
  const resolve: Resolve = (ref) => resolved(schema, { $ref: ref }) as JsonSchema;
  const whole = problemIn(schema, value, resolve);
  if (whole !== undefined) return { field: '', problem: whole };
  // It is an object: the schemas here are of objects.
  const given = value as Record<string, unknown>;
  const { properties = {}, required = [] } = schema;
  for (const [field, { $ref, ...own }] of Object.entries(properties)) {
    const found = given[field];
    if (found === undefined && !required.includes(field)) continue;
    const fieldSchema = $ref ? resolved(schema, { $ref }) : own;
    const problem =
      found === undefined
        ? worded('required', { missingProperty: field }, found, schema, resolve)
        : problemIn(fieldSchema, found, resolve);
    if (problem !== undefined) return { field, problem };
  }
  const unknown = Object.keys(given).find((field) => !(field in properties));
  if (unknown === undefined) return undefined;
  const params = { additionalProperty: unknown };
  const problem = worded('additionalProperties', params, undefined, schema, resolve);
  return { field: unknown.slice(0, 60), problem };
}

/** What is wrong with a value itself. */
function problemIn(schema: Schema, value: unknown, resolve: Resolve): string | undefined {
  const { anyOf } = schema;
  if (anyOf) {
    if (anyOf.some((one) => problemIn(one, value, resolve) === undefined)) return undefined;
    const ofType = anyOf.find((one) => isOfType(one.type, value));
    if (ofType) return problemIn(ofType, value, resolve);
    const others = anyOf.map((parentSchema) => fault('type', {}, value, parentSchema));
    return problemOf(others[0], others, resolve);
  }
  const keyword = brokenKeyword(schema, value);
  return keyword && worded(keyword, {}, value, schema, resolve);
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
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return type === undefined || typeof value === type;
}

function worded(
  keyword: string,
  params: Record<string, unknown>,
  data: unknown,
  schema: Schema,
  resolve: Resolve,
): string {
  const error = fault(keyword, params, data, schema);
  return problemOf(error, [error], resolve);
}

/** An error as Ajv gives it, as far as the words need it. */
function fault(
  keyword: string,
  params: Record<string, unknown>,
  data: unknown,
  parentSchema: Schema,
): ErrorObject {
  return { keyword, params, data, parentSchema, instancePath: '', schemaPath: '' };
}

/** A schema, or the one that it refers to: in its own file or in the common one. */
function resolved(schema: Schema, { $ref = '' }: Pick<Schema, '$ref'>): Schema {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  const { $defs = {} } = $ref.startsWith('#') ? schema : (common as Schema);
  const found = $defs[name];
  if (!found) throw new Error(`The schema ${$ref} is not here.`);
  return found;
}
