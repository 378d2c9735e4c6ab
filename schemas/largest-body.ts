/** How much the largest body that the schemas allow holds, so that larger ones need not be parsed. */
import { operations } from './openapi.ts';
import { type Json, type JsonObject, resolveRef } from './openapi-schemas.ts';

/** What of a JSON text costs when it is parsed. */
export interface JsonParts {
  /** Objects and arrays. */
  containers: number;
  /** Names of fields, and texts. */
  texts: number;
  numbers: number;
}

const NOTHING: JsonParts = { containers: 0, texts: 0, numbers: 0 };
const CONTAINER: JsonParts = { ...NOTHING, containers: 1 };
const TEXT: JsonParts = { ...NOTHING, texts: 1 };
const NUMBER: JsonParts = { ...NOTHING, numbers: 1 };

/** The most containers, the most texts and the most numbers of any legal body of any operation. */
export function largestBody(): JsonParts {
  const bodies = Object.values(operations())
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ body }) => (body ? [largestValue(body, 'openapi.paths.json')] : []));
  return most(bodies);
}

/**
 * The most that a value of this schema holds.
 * @param file that references without a file name point into
 * @throws Error when the schema sets no bound
 */
export function largestValue(schema: Json, file: string): JsonParts {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return NOTHING;
  const { $ref, allOf, anyOf, oneOf } = schema;
  const parts = [ownParts(schema, file)];
  if (typeof $ref === 'string') {
    const target = resolveRef($ref, file);
    parts.push(largestValue(target.schema, target.file));
  }
  for (const part of listOf(allOf)) parts.push(largestValue(part, file));
  for (const alternatives of [anyOf, oneOf]) {
    parts.push(most(listOf(alternatives).map((part) => largestValue(part, file))));
  }
  return parts.reduce(plus);
}

function ownParts(schema: JsonObject, file: string): JsonParts {
  if (schema.type === 'string') return TEXT;
  if (schema.type === 'number' || schema.type === 'integer') return NUMBER;
  if (schema.type === 'array') return arrayParts(schema, file);
  if (schema.type === 'object') return objectParts(schema, file);
  return NOTHING;
}

function arrayParts({ items = null, maxItems }: JsonObject, file: string): JsonParts {
  const item = largestValue(items, file);
  return plus(CONTAINER, times(item, countOf(maxItems, item)));
}

function objectParts(schema: JsonObject, file: string): JsonParts {
  const { properties = {}, additionalProperties = false, maxProperties } = schema;
  const named = Object.values(properties as JsonObject).map((part) => field(part, file));
  const free = additionalProperties === false ? NOTHING : field(additionalProperties, file);
  const parts = [...named, times(free, countOf(maxProperties, free))];
  return parts.reduce(plus, CONTAINER);
}

function field(schema: Json, file: string): JsonParts {
  return plus(TEXT, largestValue(schema, file));
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
