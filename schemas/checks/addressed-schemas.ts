import { basename } from 'node:path';
import type { JsonSchema } from './problem.ts';
import { SUMMING } from './rank-errors.ts';
import type { FindSchema } from './schema-finder.ts';

const TEXTS = ['title', 'description'];

type Tree = { [name: string]: Tree };

/**
 * Schemas and the parts of them that references mean, as Ajv gets them: by address, such as
 * `common.schema.json#/$defs/tilt`, without texts, and whole below what sums up errors, so that each error's path says
 * which form of a value it is about.
 * @param ids paths of the files, which are their `$id`s
 */
export function addressedSchemas(
  ids: readonly string[],
  find: FindSchema,
): Map<string, JsonSchema> {
  const idOf = new Map(ids.map((id) => [basename(id), id]));
  const parts = new Set<string>();
  const prepared = (id: string) => {
    const file = basename(id);
    return JSON.parse(JSON.stringify(find(file).schema), (keyword, part) => {
      // A field may have the name of such a keyword.
      if (TEXTS.includes(keyword) && typeof part === 'string') return undefined;
      if (SUMMING.includes(keyword)) return inlined(part, file, find);
      if (keyword !== '$ref' || !part.includes('#')) return part;
      const [path, pointer] = part.split('#');
      parts.add(`${idOf.get(basename(path) || file)}#${pointer}`);
      return part;
    });
  };
  const schemas = new Map(ids.map((id) => [id, prepared(id)]));
  for (const address of parts) {
    const [id, pointer] = address.split('#');
    const names = pointer.split('/').slice(1);
    // A default is the field's own, not that of what it refers to.
    const { default: _, ...part } = names.reduce<Tree>((tree, name) => tree[name], schemas.get(id));
    schemas.set(address, part);
  }
  return schemas;
}

/** A part of a schema's file with what its references mean in their place. */
function inlined(part: unknown, file: string, find: FindSchema): unknown {
  if (Array.isArray(part)) return part.map((one) => inlined(one, file, find));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) {
    const found = find(String(part.$ref), file);
    const { $id, $schema, $defs, ...whole } = found.schema as Record<string, unknown>;
    return inlined(whole, found.file, find);
  }
  const fields = Object.entries(part).filter(
    ([name, value]) => !(TEXTS.includes(name) && typeof value === 'string'),
  );
  return Object.fromEntries(fields.map(([name, value]) => [name, inlined(value, file, find)]));
}
