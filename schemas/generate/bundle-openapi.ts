/** Bundles an OpenAPI document in YAML with the schemas and examples whose files it names. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { SCHEMAS } from '../checks/all-schemas.ts';
import { type Json, type JsonObject, type OpenapiDocument, partAt } from './openapi.ts';

/** A document that is being bundled, and what was read and taken into it so far. */
interface Bundle {
  file: string;
  files: Map<string, JsonObject>;
  /** Components by the schema's title. */
  schemas: Map<string, JsonObject>;
  /** Titles of the schemas by file and pointer. */
  titles: Map<string, string>;
}

/**
 * A document in YAML as one document, with the schemas and examples whose files it names. Every schema
 * that is referred to becomes a component, named by its title.
 * @param file path below schemas/
 * @throws Error when a file, or a schema's title, is missing, or two schemas have the same title
 */
export function bundleOpenapi(file = 'openapi.yaml'): OpenapiDocument {
  const bundle: Bundle = { file, files: new Map(), schemas: new Map(), titles: new Map() };
  const text = JSON.stringify(bundled(read(bundle, file), file, bundle));
  const { components, ...document }: OpenapiDocument = JSON.parse(text);
  const byName = [...Object.entries(components.schemas ?? {}), ...bundle.schemas].sort(
    ([a], [b]) => (a < b ? -1 : 1),
  );
  return { ...document, components: { ...components, schemas: Object.fromEntries(byName) } };
}

/** The node of a file with what it refers to outside of the document. */
function bundled(node: Json, file: string, bundle: Bundle): Json {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item) => bundled(item, file, bundle));
  return Object.fromEntries(
    Object.entries(node).map(([name, part]) => {
      if (name === '$ref' && typeof part === 'string') return [name, component(part, file, bundle)];
      if (name === 'externalValue')
        return ['value', read(bundle, join(dirname(file), String(part)))];
      return [name, bundled(part, file, bundle)];
    }),
  );
}

/** Where in the document the schema is that a file refers to. */
function component(ref: string, from: string, bundle: Bundle): string {
  const [path, pointer = ''] = ref.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  if (file === bundle.file) return ref;
  const schema = partAt(`#${pointer}`, read(bundle, file)) as JsonObject;
  if (typeof schema.$ref === 'string' && !('title' in schema))
    return component(schema.$ref, file, bundle);
  const { $schema, $id, $defs, title, ...inDocument } = schema;
  if (typeof title !== 'string') {
    throw new Error(
      `schemas/${from} refers to ${ref}, which has no title: expected one, it names the component.`,
    );
  }
  const address = `${file}#${pointer}`;
  if (!bundle.titles.has(address)) {
    bundle.titles.set(address, title);
    take(title, bundled(inDocument, file, bundle) as JsonObject, bundle);
  }
  return `#/components/schemas/${title}`;
}

function take(title: string, schema: JsonObject, { schemas }: Bundle): void {
  if (schemas.has(title) && !isDeepStrictEqual(schemas.get(title), schema)) {
    throw new Error(`Two schemas have the title ${title}: expected one, it names a component.`);
  }
  schemas.set(title, schema);
}

function read({ files }: Bundle, file: string): JsonObject {
  const known = files.get(file);
  if (known) return known;
  const text = readFileSync(join(SCHEMAS, file), 'utf8');
  const content: JsonObject = file.endsWith('.yaml') ? parse(text) : JSON.parse(text);
  files.set(file, content);
  return content;
}
