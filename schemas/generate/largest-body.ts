/** How much the largest body that the schemas allow holds, for the source that "make schemas" writes of it. */
import { componentName, type Json, type JsonObject, operationsOf, readOpenapi } from './openapi.ts';

/** Parts of a JSON text that cost when it is parsed. */
interface JsonParts {
  /** Objects and arrays. */
  containers: number;
  /** Names of fields, and texts. */
  texts: number;
  numbers: number;
}

type Components = Record<string, JsonObject>;

const NOTHING: JsonParts = { containers: 0, texts: 0, numbers: 0 };
const CONTAINER: JsonParts = { ...NOTHING, containers: 1 };
const TEXT: JsonParts = { ...NOTHING, texts: 1 };
const NUMBER: JsonParts = { ...NOTHING, numbers: 1 };

/** Source of a module with the figures. */
export function largestBodyCode(): string {
  const figures = Object.entries(largestBody()).map(([name, count]) => `${name}: ${count}`);
  return `// Generated from openapi.yaml by "make schemas". Do not edit.

/** The most objects and arrays, names and texts, and numbers that any legal body of any operation holds. */
export const LARGEST_BODY = { ${figures.join(', ')} };
`;
}

/** The most containers, the most texts and the most numbers of any legal body of any operation. */
export function largestBody(): JsonParts {
  const document = readOpenapi();
  const contents = operationsOf(document).flatMap(({ requestBody }) => requestBody?.content ?? []);
  return most(
    contents.map((content) =>
      largestValue(content['application/json'].schema, document.components.schemas),
    ),
  );
}

/**
 * The most that a value of this schema holds.
 * @param components schemas by name, for references to them
 * @throws Error when the schema sets no bound
 */
export function largestValue(schema: Json, components: Components): JsonParts {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return NOTHING;
  const { $ref, allOf, anyOf, oneOf } = schema;
  const parts = [ownParts(schema, components)];
  if (typeof $ref === 'string') {
    parts.push(largestValue(components[componentName($ref)], components));
  }
  for (const part of listOf(allOf)) parts.push(largestValue(part, components));
  for (const alternatives of [anyOf, oneOf]) {
    parts.push(most(listOf(alternatives).map((part) => largestValue(part, components))));
  }
  return parts.reduce(plus);
}

function ownParts(schema: JsonObject, components: Components): JsonParts {
  const { type } = schema;
  // A number or null, say: the type that holds most.
  if (Array.isArray(type)) {
    return most(type.map((one) => ownParts({ ...schema, type: one }, components)));
  }
  if (type === 'string') return TEXT;
  if (type === 'number' || type === 'integer') return NUMBER;
  if (type === 'array') return arrayParts(schema, components);
  if (type === 'object') return objectParts(schema, components);
  return NOTHING;
}

function arrayParts({ items = null, maxItems }: JsonObject, components: Components): JsonParts {
  const item = largestValue(items, components);
  return plus(CONTAINER, times(item, countOf(maxItems, item)));
}

function objectParts(schema: JsonObject, components: Components): JsonParts {
  const { properties = {}, additionalProperties = false, maxProperties } = schema;
  const named = Object.values(properties as JsonObject).map((part) => field(part, components));
  const free = additionalProperties === false ? NOTHING : field(additionalProperties, components);
  const parts = [...named, times(free, countOf(maxProperties, free))];
  return parts.reduce(plus, CONTAINER);
}

function field(schema: Json, components: Components): JsonParts {
  return plus(TEXT, largestValue(schema, components));
}

/** How many there may be; of what holds nothing that counts, any number. */
function countOf(limit: Json | undefined, { containers, texts, numbers }: JsonParts): number {
  if (containers + texts + numbers === 0) return 0;
  if (typeof limit === 'number') return limit;
  throw new Error('A schema of a body sets no bound to how many items or fields there may be.');
}

function listOf(schemas: Json | undefined): Json[] {
  return Array.isArray(schemas) ? schemas : [];
}

function most(parts: readonly JsonParts[]): JsonParts {
  return parts.reduce((a, b) => each((name) => Math.max(a[name], b[name])), NOTHING);
}

function plus(a: JsonParts, b: JsonParts): JsonParts {
  return each((name) => a[name] + b[name]);
}

function times(parts: JsonParts, count: number): JsonParts {
  return each((name) => parts[name] * count);
}

function each(partOf: (name: keyof JsonParts) => number): JsonParts {
  return {
    containers: partOf('containers'),
    texts: partOf('texts'),
    numbers: partOf('numbers'),
  };
}
