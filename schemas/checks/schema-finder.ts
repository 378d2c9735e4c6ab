import type { JsonSchema, Resolve } from './problem.ts';

/**
 * Finds the schema that a reference means, or the part of it: `api/simulation-pv.schema.json#/properties/hourly_kwh`.
 * The folder may be any: file names are unique.
 * @param read gives a schema by its file's name
 */
export function schemaFinder(read: (file: string) => JsonSchema | undefined): Resolve {
  const find: Resolve = (ref) => {
    const [path, pointer = ''] = ref.split('#');
    const file = path.slice(path.lastIndexOf('/') + 1);
    const whole = read(file);
    if (!whole) return {};
    const names = pointer.split('/').slice(1);
    // Each name is one of an object of schemas, or a keyword.
    const within = (node: JsonSchema, name: string) => (node as Record<string, JsonSchema>)?.[name];
    const part = names.reduce(within, whole) ?? {};
    if (part.$ref === undefined) return part;
    return find(part.$ref.startsWith('#') ? file + part.$ref : part.$ref);
  };
  return find;
}
