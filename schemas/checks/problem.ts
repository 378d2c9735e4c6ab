/** Faults of a value, in our own words: a sentence for each keyword that the schemas use. */
import type { ErrorObject } from 'ajv';
import { closestMatch } from 'leven';

/** Characters of a caller's value or name that a message repeats. */
export const MAX_SHOWN = 60;

/** The parts of a JSON Schema that messages speak of. */
export interface JsonSchema {
  title?: string;
  $ref?: string;
  description?: string;
  type?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minProperties?: number;
  maxProperties?: number;
  format?: string;
  enum?: string[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
}

/** Finds the schema that a reference means. */
export type Resolve = (ref: string) => JsonSchema;

/** An error with the schema that its keyword stands in. */
interface Fault {
  error: ErrorObject;
  schema: JsonSchema;
  /** All errors of the same value: of several types one would do. */
  alternatives: readonly ErrorObject[];
  resolve: Resolve;
}

/** Examples of what a format looks like. */
const FORMATS: Record<string, string> = {
  email: 'an e-mail address like anna@example.se',
  date: 'a date like 2026-03-01',
  'date-time': 'a time like 2026-03-01T00:00:00Z',
};

/** What a value below the minimum is probably meant as, by the schema's title. */
const BELOW: Record<string, string> = {
  Azimuth: ". South is 180 here: PVGIS' aspect is azimuth - 180",
};

const isNotExpected = ({ error, schema, resolve }: Fault) =>
  `is ${formatValue(error.data)}, expected ${expectation(schema, resolve)}`;
const hasNotItems = ({ error, schema }: Fault) =>
  `has ${counted((error.data as unknown[]).length, 'item')}, expected ${countOf(schema.minItems, schema.maxItems)}`;
const hasNotFields = ({ error, schema }: Fault) =>
  `has ${counted(Object.keys(error.data as object).length, 'field')}, expected ${countOf(schema.minProperties, schema.maxProperties)}`;
const hasNotLength = ({ error, schema }: Fault) =>
  `has ${counted([...String(error.data)].length, 'character')}, expected ${countOf(schema.minLength, schema.maxLength)}`;
const isNotDescribed = ({ error, schema }: Fault) =>
  `is ${formatValue(error.data)}, expected: ${described(schema)}`;

const isBelow = (fault: Fault) => isNotExpected(fault) + (BELOW[fault.schema.title ?? ''] ?? '');

/** By keyword, what is wrong: 'is "x", expected a number from 0 to 90'. */
export const PROBLEMS: Record<string, (fault: Fault) => string> = {
  type: ({ error, alternatives, resolve }) => {
    const types = alternatives.filter(({ keyword }) => keyword === 'type');
    const expected = types.map(({ parentSchema }) =>
      expectation(parentSchema as JsonSchema, resolve),
    );
    return `is ${formatValue(error.data)}, expected ${expected.join(' or ')}`;
  },
  enum: isNotExpected,
  const: isNotExpected,
  minimum: isBelow,
  maximum: isNotExpected,
  exclusiveMinimum: isNotExpected,
  exclusiveMaximum: isNotExpected,
  minItems: hasNotItems,
  maxItems: hasNotItems,
  uniqueItems: ({ error }) => {
    const { i, j } = error.params;
    const twice = formatValue((error.data as unknown[])[i]);
    return `has ${twice} twice, at [${Math.min(i, j)}] and [${Math.max(i, j)}], expected each value once`;
  },
  contains: isNotDescribed,
  minProperties: hasNotFields,
  maxProperties: hasNotFields,
  minLength: hasNotLength,
  maxLength: hasNotLength,
  pattern: isNotDescribed,
  format: ({ error, schema }) =>
    `is ${formatValue(error.data)}, expected ${FORMATS[schema.format ?? ''] ?? 'another form'}`,
  propertyNames: ({ schema }) =>
    `is not a key that fits, expected: ${described(schema.propertyNames)}`,
  additionalProperties: ({ error, schema }) =>
    unknownField(error.params.additionalProperty, schema),
  required: ({ error, schema, resolve }) => {
    const missing = schema.properties?.[error.params.missingProperty] ?? {};
    return `is missing, expected ${expectation(missing, resolve)}`;
  },
  dependentRequired: ({ error }) =>
    `has ${error.params.property} without ${error.params.missingProperty}, expected both`,
  discriminator: ({ error, schema }) => {
    const { tagValue } = error.params;
    const found = tagValue === undefined ? 'missing' : formatValue(tagValue);
    return `is ${found}, expected: ${described(schema)}`;
  },
  'false schema': () => 'is not allowed here, leave it out',
  anyOf: isNotDescribed,
  oneOf: isNotDescribed,
  not: isNotDescribed,
};

/** The fault, for the end of a sentence whose subject is the field. */
export function problemOf(
  error: ErrorObject,
  alternatives: readonly ErrorObject[],
  resolve: Resolve,
): string {
  const describe = PROBLEMS[error.keyword] ?? isNotDescribed;
  return describe({ error, schema: error.parentSchema as JsonSchema, alternatives, resolve });
}

/** A schema's own words, without the full stop that ends the message. */
function described({ description = 'something else' }: JsonSchema = {}): string {
  return description.replace(/\.$/, '');
}

/** The nearest known name, when it is near enough to be meant. */
function unknownField(name: string, { properties = {} }: JsonSchema): string {
  const known = Object.keys(properties);
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `is not a known field, did you mean "${nearest}"`;
  const expected = known.length > 0 ? known.join(', ') : 'none';
  return `is not a known field, expected ${expected}`;
}

/** The known name that differs by a slip of the keyboard: one letter in a short name, three in a long one. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const compared = name.slice(0, MAX_SHOWN).toLowerCase();
  const maxDistance = compared.length < 5 ? 1 : compared.length < 7 ? 2 : 3;
  return closestMatch(compared, known, { maxDistance });
}

/** A value as a message shows it; what may be deep or long only by its kind. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON has no infinite numbers and would show them as null.
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN) : value) ?? '';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
}

/** A number of things: '1 value', '2 values'. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function countOf(least = 0, most?: number): string {
  if (most === undefined) return `${least} or more`;
  return least === most ? `exactly ${most}` : `${least} to ${most}`;
}

function expectation(schema: JsonSchema, resolve: Resolve): string {
  if (schema.$ref) return expectation(resolve(schema.$ref), resolve);
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'object' && schema.required)
    return `an object like ${formOf(schema, resolve)}`;
  const noun = schema.type ? withArticle(schema.type) : 'a value';
  const limits = limitsOf(schema);
  return limits === '' ? noun : `${noun} ${limits}`;
}

/** The fields that an object must have: '{"lat": ..., "reason": "..."}'. */
function formOf({ required = [], properties = {} }: JsonSchema, resolve: Resolve): string {
  const fields = required.map((name) => {
    const { $ref, type } = properties[name] ?? {};
    const isText = ($ref ? resolve($ref).type : type) === 'string';
    return `"${name}": ${isText ? '"..."' : '...'}`;
  });
  return `{${fields.join(', ')}}`;
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function limitsOf(schema: JsonSchema): string {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  const limits = [
    minimum === undefined ? [] : [`not below ${minimum}`],
    exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`],
    maximum === undefined ? [] : [`not above ${maximum}`],
    exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`],
  ];
  return limits.flat().join(' and ');
}
