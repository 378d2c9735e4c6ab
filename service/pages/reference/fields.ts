import type { ReferenceField } from '../views/contract.ts';
import { inlineHtmlOf, type Parameter, resolve, type Schema } from './document.ts';

/** All fields of a body, each by its dotted path as errors name it. @param where begins their ids */
export function fieldsOf(schema: Schema, where: string): ReferenceField[] {
  const found = new Map<string, ReferenceField>();
  addChildren(found, schema, '', where);
  return [...found.values()];
}

/** A parameter as a field. */
export function parameterField(parameter: Parameter): ReferenceField {
  const { name, in: place, description, required = false, schema } = parameter;
  const facts = place === 'header' ? [place, ...factsOf(schema)] : factsOf(schema);
  return { id: `${place}.${name}`, path: name, facts, required, html: inlineHtmlOf(description) };
}

function addChildren(
  found: Map<string, ReferenceField>,
  schema: Schema,
  path: string,
  where: string,
): void {
  for (const { properties = {}, required = [], items, additionalProperties } of partsOf(schema)) {
    for (const [name, property] of Object.entries(properties)) {
      const at = path ? `${path}.${name}` : name;
      addField(found, property, at, required.includes(name), where);
    }
    if (items) addChildren(found, items, `${path}[]`, where);
    if (typeof additionalProperties === 'object') {
      addField(found, additionalProperties, `${path}.*`, false, where);
    }
  }
}

/** One that an alternative has too keeps its first text, and the more telling facts. */
function addField(
  found: Map<string, ReferenceField>,
  schema: Schema,
  path: string,
  required: boolean,
  where: string,
): void {
  const before = found.get(path);
  const facts = factsOf(schema);
  if (before && facts.join().startsWith(before.facts.join())) before.facts = facts;
  if (!before) {
    const html = inlineHtmlOf(descriptionOf(schema));
    found.set(path, { id: `${where}.${path.replaceAll('[]', '')}`, path, facts, required, html });
  }
  addChildren(found, schema, path, where);
}

/** A schema and all that it is made of. */
function partsOf(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  const target = schema.$ref ? [resolve<Schema>({ $ref: schema.$ref })] : [];
  return [schema, ...[...target, ...allOf, ...anyOf, ...oneOf].flatMap(partsOf)];
}

function descriptionOf(schema: Schema): string | undefined {
  return partsOf(schema).find(({ description }) => description)?.description;
}

/** The type and the bounds, in a few words. */
function factsOf(schema: Schema): string[] {
  const [first] = partsOf(schema).filter((part) => typeOf(part) !== '');
  return first ? [typeOf(first), ...boundsOf(schema)] : boundsOf(schema);
}

function typeOf({ const: value, enum: values, anyOf, oneOf, type, ...rest }: Schema): string {
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((one) => JSON.stringify(one)).join(' or ');
  const alternatives = [...(anyOf ?? []), ...(oneOf ?? [])].map((one) => factsOf(one)[0] ?? '');
  const named = [...new Set(alternatives)].filter((name) => name !== '');
  if (!type && named.length > 0) return named.join(' or ');
  if (type !== 'array') return [type ?? []].flat().join(' or ');
  return ['array of', countOf(rest), factsOf(rest.items ?? {})[0]].filter(Boolean).join(' ');
}

function countOf({ minItems, maxItems }: Schema): string {
  if (maxItems === undefined) return '';
  return minItems === maxItems ? `${maxItems}` : `${minItems ?? 0} to ${maxItems}`;
}

/** Signs of the bounds by their keywords. */
const BOUNDS = {
  minimum: '≥',
  exclusiveMinimum: '>',
  maximum: '≤',
  exclusiveMaximum: '<',
  maxLength: 'length ≤',
  pattern: 'pattern',
  default: 'default',
} as const;

function boundsOf(schema: Schema): string[] {
  const { anyOf: _, oneOf: __, ...own } = schema;
  const parts = partsOf(own);
  return Object.entries(BOUNDS).flatMap(([keyword, sign]) => {
    const value = parts
      .map((part) => part[keyword as keyof typeof BOUNDS])
      .find((one) => one !== undefined);
    return value === undefined
      ? []
      : `${sign} ${typeof value === 'object' ? JSON.stringify(value) : value}`;
  });
}
