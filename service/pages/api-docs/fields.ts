export interface ReferenceField {
  /** Id of its element, and so of a link to it: query.lat, body.battery.capacity_kwh. */
  id: string;
  path: string;
  required: boolean;
  /** Type, bounds, default. */
  facts: string[];
  /** Markdown in a line. */
  text: string;
}

export interface FieldTree extends ReferenceField {
  /** The last part of its path. */
  name: string;
  children: FieldTree[];
}

/** A schema without references, by the keywords that its page shows. */
export interface Schema {
  [keyword: string]: unknown;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** All fields of a body by their dotted paths, as errors name them. @param where begins their ids */
export function fieldsOf(schema: Schema, where: string): ReferenceField[] {
  const paths = new Set<string>();
  return fieldsBelow(schema, '').flatMap(({ path, ...field }) => {
    // Alternatives may have the same field: the first describes it.
    if (paths.has(path)) return [];
    paths.add(path);
    return { id: `${where}.${path.replaceAll('[]', '')}`, path, ...field };
  });
}

/** The fields as a tree: a field is below the one whose path begins its own. */
export function treeOf(fields: readonly ReferenceField[]): FieldTree[] {
  const byId = new Map<string, FieldTree>();
  const roots: FieldTree[] = [];
  for (const field of fields) {
    const at = field.id.lastIndexOf('.');
    const node = { ...field, name: field.id.slice(at + 1), children: [] };
    byId.set(field.id, node);
    (byId.get(field.id.slice(0, at))?.children ?? roots).push(node);
  }
  return roots;
}

type Field = Omit<ReferenceField, 'id'>;

/** Every field below a path, those of alternatives too. */
function fieldsBelow(schema: Schema, above: string): Field[] {
  return partsOf(schema).flatMap(({ properties, required = [], items, additionalProperties }) => [
    ...Object.entries(properties ?? {}).flatMap(([name, property]) =>
      fieldsAt(above ? `${above}.${name}` : name, property, required.includes(name)),
    ),
    ...(items ? fieldsBelow(items, `${above}[]`) : []),
    ...(typeof additionalProperties === 'object'
      ? fieldsAt(`${above}.*`, additionalProperties, false)
      : []),
  ]);
}

function fieldsAt(path: string, schema: Schema, required: boolean): Field[] {
  const { description: text = '' } = partsOf(schema).find((part) => part.description) ?? {};
  return [{ path, required, facts: factsOf(schema), text }, ...fieldsBelow(schema, path)];
}

function partsOf(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap(partsOf)];
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
};

/** The type, and the bounds with those of its alternatives, in a few words. */
function factsOf(schema: Schema): string[] {
  const bounds = Object.entries(BOUNDS).flatMap(([keyword, sign]) => {
    const value = partsOf(schema).find((part) => keyword in part)?.[keyword];
    const text = typeof value === 'object' ? JSON.stringify(value) : value;
    return value === undefined ? [] : `${sign} ${text}`;
  });
  return [typeOf(wholeOf(schema)), ...bounds].filter((fact) => fact !== '');
}

/** A schema with the keywords of those that it adds to. */
function wholeOf({ allOf = [], ...own }: Schema): Schema {
  return Object.assign({}, ...allOf.map(wholeOf).toReversed(), own);
}

function typeOf({ const: value, enum: values, type, ...rest }: Schema): string {
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((one) => JSON.stringify(one)).join(' or ');
  if (type === 'array') return arrayOf(rest);
  const types = type ?? [...(rest.anyOf ?? []), ...(rest.oneOf ?? [])].map(wholeOf).map(typeOf);
  return [...new Set([types].flat())].filter((one) => one !== '').join(' or ');
}

function arrayOf({ minItems = 0, maxItems, items = {} }: Schema): string {
  const range = minItems === maxItems ? `${maxItems}` : `${minItems} to ${maxItems}`;
  const count = maxItems === undefined ? '' : range;
  return ['array of', count, typeOf(wholeOf(items))].filter((word) => word !== '').join(' ');
}
