/** Faults of a value, in our own words: a sentence for each keyword that the schemas use. */
import { closestMatch } from 'leven';

/** Values of a series of a year. */
const HOURS = 8760;

/** Characters of a caller's value or name that a message repeats. */
export const MAX_SHOWN = 60;

/** The keywords that the schemas use. */
export interface JsonSchema {
  title?: string;
  $ref?: string;
  description?: string;
  type?: string | string[];
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
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  items?: JsonSchema;
  contains?: JsonSchema;
  uniqueItems?: boolean;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, JsonSchema>;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  not?: JsonSchema;
  discriminator?: { propertyName: string };
}

type Resolve = (ref: string) => JsonSchema;

export interface Fault {
  /** The keyword of the schema that the part does not keep. */
  keyword: string;
  schema: JsonSchema;
  /** The part, and the names and indexes that lead to it. */
  value: unknown;
  path: (string | number)[];
  /** Parameters that the message of a keyword needs in addition. */
  params: { i?: number; j?: number; property?: string };
  /** The faults by other forms that the same part may have. */
  alternatives: readonly Fault[];
}

/** A fault, and how its sentence finds the schema that a reference means. */
interface Finding extends Fault {
  resolve: Resolve;
}

const FORMATS: Record<string, string> = {
  email: 'an e-mail address like anna@example.se',
  date: 'a date like 2026-03-01',
  'date-time': 'a time like 2026-03-01T00:00:00Z',
};

/** Hints at the probable meaning of a value below the minimum, by the schema's title. */
const BELOW: Record<string, string> = {
  Azimuth: ". South is 180 here: PVGIS' aspect is azimuth - 180",
};

const isNotExpected = ({ value, schema, resolve }: Finding) =>
  `is ${formatValue(value)}, expected ${expectation(schema, resolve)}`;
const hasNotItems = ({ value, schema, alternatives }: Finding) => {
  const { length } = value as unknown[];
  const forms = [schema, ...alternatives.map((one) => one.schema)];
  const counts = forms
    .filter(({ minItems, maxItems }) => minItems !== undefined || maxItems !== undefined)
    .map(({ minItems, maxItems }) => countOf(minItems, maxItems));
  const isYear = forms.some(({ maxItems }) => maxItems === HOURS);
  return `has ${counted(length, 'item')}, expected ${either(counts).replace(' or exactly', ' or')}${isYear ? reductionHint(length) : ''}`;
};
const hasNotFields = ({ value, schema }: Finding) =>
  `has ${counted(Object.keys(value as object).length, 'field')}, expected ${countOf(schema.minProperties, schema.maxProperties)}`;
const hasNotLength = ({ value, schema }: Finding) =>
  `has ${counted([...String(value)].length, 'character')}, expected ${countOf(schema.minLength, schema.maxLength)}`;
const isNotDescribed = ({ value, schema }: Finding) =>
  `is ${formatValue(value)}, expected: ${described(schema)}`;

const isBelow = (finding: Finding) =>
  isNotExpected(finding) + (BELOW[finding.schema.title ?? ''] ?? '');

/** Messages about an error by keyword: 'is "x", expected a number from 0 to 90'. */
export const PROBLEMS: Record<string, (finding: Finding) => string> = {
  type: ({ value, schema, alternatives, resolve }) => {
    const forms = [{ keyword: 'type', schema }, ...alternatives];
    const expected = forms
      .filter((one) => one.keyword === 'type' && one.schema.type !== 'null')
      .map((one) => expectation(one.schema, resolve));
    return `is ${formatValue(value)}, expected ${either(expected)}${summaryHint(value, forms)}`;
  },
  enum: isNotExpected,
  const: isNotExpected,
  minimum: isBelow,
  maximum: isNotExpected,
  exclusiveMinimum: isNotExpected,
  exclusiveMaximum: isNotExpected,
  minItems: hasNotItems,
  maxItems: hasNotItems,
  uniqueItems: ({ value, params: { i = 0, j = 0 } }) => {
    const twice = formatValue((value as unknown[])[j]);
    return `has ${twice} twice, at [${Math.min(i, j)}] and [${Math.max(i, j)}], expected each value once`;
  },
  contains: isNotDescribed,
  minProperties: hasNotFields,
  maxProperties: hasNotFields,
  minLength: hasNotLength,
  maxLength: hasNotLength,
  pattern: isNotDescribed,
  format: ({ value, schema }) =>
    `is ${formatValue(value)}, expected ${FORMATS[schema.format ?? ''] ?? 'another form'}`,
  propertyNames: ({ schema }) =>
    `is not a key that fits, expected: ${described(schema.propertyNames)}`,
  additionalProperties: ({ path, schema }) => unknownField(String(path.at(-1)), schema),
  required: ({ path, schema, resolve }) => {
    const missing = schema.properties?.[path.at(-1) ?? ''] ?? {};
    return `is missing, expected ${expectation(missing, resolve)}`;
  },
  dependentRequired: ({ path, params }) =>
    `has ${params.property} without ${path.at(-1)}, expected both`,
  discriminator: ({ value, schema }) => {
    const found = value === undefined ? 'missing' : formatValue(value);
    return `is ${found}, expected: ${described(schema)}`;
  },
  'false schema': ({ params: { property } }) =>
    property
      ? `is given together with ${property}, expected one of the two`
      : 'is not allowed here, leave it out',
  anyOf: isNotDescribed,
  oneOf: ({ value, schema, ...rest }) => {
    const names = (schema.oneOf ?? []).flatMap(({ required = [] }) => required);
    if (names.length === 0) return isNotDescribed({ value, schema, ...rest });
    const given = names.filter((name) => Object.hasOwn(value as object, name));
    const found =
      given.length > 0 ? `both ${given.join(' and ')}` : `neither ${names.join(' nor ')}`;
    return `has ${found}, expected exactly one of them`;
  },
  not: isNotDescribed,
};

/** The fault, for the end of a sentence whose subject is the field. */
export function problemOf(fault: Fault, resolve: Resolve): string {
  const describe = PROBLEMS[fault.keyword] ?? isNotDescribed;
  return describe({ ...fault, resolve });
}

/** Alternatives, each once. */
function either(texts: readonly string[]): string {
  return [...new Set(texts)].join(' or ');
}

/** The `input` of an answer can be sent back, but for its series. */
function summaryHint(value: unknown, forms: readonly { schema: JsonSchema }[]): string {
  const isSummary = Object.keys(Object(value)).join() === 'length,sum';
  const isYear = forms.some(({ schema }) => schema.maxItems === HOURS);
  return isSummary && isYear ? `: the values, of which answers repeat only length and sum` : '';
}

const LEAP_YEAR_HOURS = HOURS + 24;
const QUARTERS_PER_HOUR = 4;

/** How to make the hours of a year of 365 days of a series that has more. */
function reductionHint(length: number): string {
  const leapDay = 'leave out the 24 hours of 29 February (1416 to 1439, counted from 0)';
  const quarters =
    'make an hour of each four quarters: the sum of kWh, the mean of kW or of prices';
  if (length === LEAP_YEAR_HOURS) return `. These are the hours of a leap year: ${leapDay}`;
  if (length === QUARTERS_PER_HOUR * HOURS) return `. These are quarters of an hour: ${quarters}`;
  if (length !== QUARTERS_PER_HOUR * LEAP_YEAR_HOURS) return '';
  return `. These are the quarters of a leap year: ${quarters}, and ${leapDay}`;
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

/** A value as a message shows it. What may be deep or long only by its kind. */
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
  const types = [schema.type ?? 'value'].flat().filter((type) => type !== 'null');
  const noun = types.map(withArticle).join(' or ');
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && minItems === maxItems) return `${noun} of ${minItems} items`;
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
