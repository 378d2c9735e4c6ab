/** How the JSON Schemas of this folder become components of the OpenAPI document. */
import { readFileSync } from 'node:fs';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

export const JSON_TYPE = 'application/json';

/** Keywords that only mean something in a schema file of its own. */
const FILE_KEYWORDS = ['$schema', '$id', '$defs', 'title'];

/** Schemas of the document by name, filled while schemas are converted. */
export type Components = Record<string, JsonObject>;

/** Parses a JSON file of this folder; its own tests and tools vouch for the shape. */
export function readJson<T = JsonObject>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T;
}

/**
 * The schema as the document has it where it is used. One with a title becomes the component of
 * that name, the name of its TypeScript type; one without is written out in place.
 * @param file that references without a file name point into
 */
export function convertSchema(schema: Json, file: string, components: Components): Json {
  if (Array.isArray(schema)) return schema.map((part) => convertSchema(part, file, components));
  if (schema === null || typeof schema !== 'object') return schema;
  if (typeof schema.$ref === 'string') {
    const { $ref, ...beside } = schema;
    const target = resolveRef(schema.$ref, file);
    const meant = convertSchema(target.schema, target.file, components) as JsonObject;
    return { ...meant, ...convertParts(beside, file, components) };
  }
  if (typeof schema.title !== 'string') return convertParts(schema, file, components);
  components[schema.title] ??= convertParts(schema, file, components);
  return { $ref: `#/components/schemas/${schema.title}` };
}

function convertParts(schema: JsonObject, file: string, components: Components): JsonObject {
  const parts = Object.entries(schema).filter(
    ([name, part]) => !(FILE_KEYWORDS.includes(name) && isKeyword(name, part)),
  );
  return Object.fromEntries(
    parts.map(([name, part]) => [name, convertSchema(part, file, components)]),
  );
}

/** A field may bear a keyword's name; then its value is a schema, not a text. */
function isKeyword(name: string, part: Json): boolean {
  return name === '$defs' || typeof part === 'string';
}

/** What a reference means: `file#/pointer`, either part optional. */
export function resolveRef(ref: string, from: string): { schema: Json; file: string } {
  const [name, pointer = ''] = ref.split('#');
  const file = name || from;
  let schema: Json | undefined = readJson(file);
  for (const part of pointer.split('/').slice(1)) schema = (schema as JsonObject)?.[part];
  if (schema === undefined) throw new Error(`${ref} in schemas/${from} leads nowhere.`);
  return { schema, file };
}
