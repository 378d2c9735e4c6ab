/** Builds the OpenAPI document from the schemas, openapi.paths.json and the examples. */
import { readFileSync } from 'node:fs';
import type { ErrorKind, Shared } from './openapi-errors.ts';
import { type Operation, writeOut } from './openapi-operations.ts';
import { type JsonObject, readJson } from './openapi-schemas.ts';

/** Operations of a path by method. */
export type Paths = Record<string, Record<string, Operation>>;

interface PathsFile {
  info: JsonObject;
  servers: JsonObject[];
  tags: JsonObject[];
  errors: Record<string, ErrorKind>;
  paths: Paths;
  /** Headers, parameters and security schemes, as OpenAPI has them. */
  components: JsonObject;
}

/** OpenAPI's own dialect, the one that readers of 3.1 documents know: JSON Schema 2020-12 and a few words more. */
const DIALECT = 'https://spec.openapis.org/oas/3.1/dialect/base';

/** The OpenAPI 3.1 document of the whole public interface. */
export function buildOpenapi(): JsonObject {
  const { info, servers, tags, errors, paths, components } = readPaths();
  const shared: Shared = { errors, schemas: {}, responses: {} };
  const written = mapValues(paths, (methods) =>
    mapValues(methods, (operation) => writeOut(operation, shared)),
  );
  const description = readFileSync(new URL('openapi.intro.md', import.meta.url), 'utf8');
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: DIALECT,
    info: { ...info, description },
    servers,
    security: [{}, { apiKey: [] }],
    tags,
    paths: written,
    components: {
      ...components,
      responses: sorted(shared.responses),
      schemas: sorted(shared.schemas),
    },
  };
}

/** The hand-written operations, for those who send their example requests. */
export function operations(): Paths {
  return readPaths().paths;
}

/** Every error code with its common wording. */
export function errorKinds(): Record<string, ErrorKind> {
  return readPaths().errors;
}

/** openapi.paths.json with the content of the files that it names by `{"$file": name}`. */
function readPaths(): PathsFile {
  const text = readFileSync(new URL('openapi.paths.json', import.meta.url), 'utf8');
  return JSON.parse(text, (_, value: JsonObject) => {
    return typeof value?.$file === 'string' ? readJson(value.$file) : value;
  });
}

function mapValues<T, U>(source: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, change(value)]));
}

function sorted(source: Record<string, JsonObject>): JsonObject {
  return Object.fromEntries(Object.entries(source).sort(([a], [b]) => (a < b ? -1 : 1)));
}
