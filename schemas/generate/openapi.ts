/** The OpenAPI document: bundled from openapi.yaml and the schemas, and read. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

interface Ref {
  $ref: string;
}
interface Content {
  'application/json': { schema: JsonObject; examples?: Record<string, { value: JsonObject }> };
}
interface Response {
  content?: Content;
}
interface Parameter {
  name: string;
  in: string;
  examples?: Record<string, { value: Json }>;
}
interface PathItem<R> {
  operationId: string;
  tags: string[];
  parameters: (Parameter | Ref)[];
  requestBody?: { content: Content };
  responses: Record<string, R>;
}

/** The parts that are read of a bundled document, whose references are `#/components/...`. */
export interface OpenapiDocument {
  paths: Record<string, Record<string, PathItem<Response | Ref>>>;
  components: { schemas: Record<string, JsonObject>; responses: Record<string, Response> };
}

export interface Operation extends PathItem<Response> {
  path: string;
  /** GET, POST. */
  method: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every schema that is referred to becomes a component, named by its title. */
const BUNDLE = ['bundle', '--ext=json', '--component-names-strategy=title'];
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/**
 * A document in YAML as one document, with the schemas and examples whose files it names.
 * @param file path below schemas/
 * @throws Error with the bundler's words when a file, or a schema's title, is missing
 */
export async function bundleOpenapi(file = 'openapi.yaml'): Promise<OpenapiDocument> {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/redocly',
    [...BUNDLE, `schemas/${file}`],
    { cwd: ROOT, env: { ...process.env, ...QUIET }, maxBuffer: 2 ** 26 },
  );
  const document: OpenapiDocument = JSON.parse(stdout);
  const { components } = document;
  const byName = Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  const schemas = Object.fromEntries(byName.map(([name, schema]) => [name, inDocument(schema)]));
  return { ...document, components: { ...components, schemas } };
}

/** The schema without what means something in a file of its own only. */
function inDocument({ $schema, $id, $defs, title, ...schema }: JsonObject): JsonObject {
  return schema;
}

/**
 * The bundled document that make has written.
 * @param file path below schemas/
 */
export function readOpenapi(file = 'openapi.json'): OpenapiDocument {
  return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
}

/** Every operation, with its responses in place of references to them. */
export function operationsOf({ paths, components }: OpenapiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          '$ref' in response ? components.responses[componentName(response.$ref)] : response,
        ]),
      ),
    })),
  );
}

/** Name of the component that a reference means. */
export function componentName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** Paths of the OpenAPI documents below schemas/. */
const DOCUMENTS = ['openapi.json', 'integrations/openapi.json'];

/**
 * The digest of each document by its path, a line each as sha256sum writes them: git keeps them, and so
 * shows when the contract moves.
 */
export function openapiDigests(): string {
  return DOCUMENTS.map((file) => `${openapiDigest(readOpenapi(file))}  ${file}\n`).join('');
}

/** SHA-256 of a document with each reference replaced by what it refers to. */
export function openapiDigest(document: OpenapiDocument): string {
  const whole = JSON.parse(JSON.stringify(document));
  return createHash('sha256')
    .update(JSON.stringify(dereferenced(whole, whole)))
    .digest('hex');
}

function dereferenced(node: Json, document: JsonObject): Json {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item) => dereferenced(item, document));
  const { $ref, ...own } = node;
  const fields = Object.entries(own).map(([name, part]) => [name, dereferenced(part, document)]);
  const target = typeof $ref === 'string' ? dereferenced(partAt($ref, document), document) : {};
  return Object.assign({}, target, Object.fromEntries(fields));
}

/** The part of a document that a reference names: `#/components/schemas/Tilt`. */
function partAt(ref: string, document: JsonObject): Json {
  const names = ref.split('/').slice(1);
  const part = names.reduce<Json | undefined>(
    (node, name) =>
      node === null || typeof node !== 'object' || Array.isArray(node) ? undefined : node[name],
    document,
  );
  if (part === undefined) throw new Error(`The document refers to ${ref}, which it has not.`);
  return part;
}
