import type { JsonSchema } from './problem.ts';

/** A schema or a part of one, and the name of its file, by which its own references count. */
export interface SchemaPart {
  schema: JsonSchema;
  file: string;
}

/** Finds the part that a reference in a file means. */
export type FindSchema = (ref: string, file?: string) => SchemaPart;

/**
 * Finds the schema that a reference means, or the part of it: `api/simulation-pv.schema.json#/properties/hourly_kwh`.
 * The folder may be any: file names are unique.
 * @param read gives a schema by its file's name
 */
export function schemaFinder(read: (file: string) => JsonSchema | undefined): FindSchema {
  const find: FindSchema = (ref, file = '') => {
    const [path, pointer = ''] = ref.split('#');
    const own = path.slice(path.lastIndexOf('/') + 1) || file;
    const names = pointer.split('/').slice(1);
    // Each name is one of an object of schemas, or a keyword.
    return names.reduce(
      (part, name) => resolved((part.schema as Record<string, JsonSchema>)[name], part.file),
      resolved(read(own), own),
    );
  };
  const resolved = (schema: JsonSchema = {}, file: string): SchemaPart =>
    schema.$ref === undefined ? { schema, file } : find(schema.$ref, file);
  return find;
}

/** Export name of a schema's ready check: `api/pv-yield-query.schema.json` is `pvYieldQuery`. */
export function quickName(id: string): string {
  const file = id.slice(id.lastIndexOf('/') + 1).replace('.schema.json', '');
  return file.replace(/-(.)/g, (_, first: string) => first.toUpperCase());
}
