/** The OpenAPI documents that make has written, and what they say. */
import { readFileSync } from 'node:fs';

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
  description: string;
  headers: JsonObject;
  content?: Content;
}
interface Parameter {
  name: string;
  in: string;
  description: string;
  required?: boolean;
  schema: JsonObject;
  examples?: Record<string, { value: Json }>;
}
interface PathItem<P, R> {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: P[];
  requestBody?: { content: Content };
  responses: Record<string, R>;
}

/** The parts that are read of a bundled document, whose references are `#/components/...`. */
export interface OpenapiDocument {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, PathItem<Parameter | Ref, Response | Ref>>>;
  components: {
    schemas: Record<string, JsonObject>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
}

export interface Operation extends PathItem<Parameter, Response> {
  path: string;
  /** GET, POST. */
  method: string;
}

/**
 * The bundled document that make has written.
 * @param file path below schemas/
 */
export function readOpenapi(file = 'openapi.json'): OpenapiDocument {
  return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
}

/** Every operation, with its parameters and responses in place of references to them. */
export function operationsOf({ paths, components }: OpenapiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      parameters: operation.parameters.map((parameter) =>
        '$ref' in parameter ? components.parameters[componentName(parameter.$ref)] : parameter,
      ),
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
function componentName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** A document with each reference replaced by what it refers to. */
export function dereference(document: OpenapiDocument): OpenapiDocument {
  const whole = JSON.parse(JSON.stringify(document));
  return JSON.parse(JSON.stringify(dereferenced(whole, whole)));
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
export function partAt(ref: string, document: JsonObject): Json {
  const names = ref.split('/').slice(1);
  const part = names.reduce<Json | undefined>(
    (node, name) =>
      node === null || typeof node !== 'object' || Array.isArray(node) ? undefined : node[name],
    document,
  );
  if (part === undefined) throw new Error(`The document refers to ${ref}, which it has not.`);
  return part;
}
