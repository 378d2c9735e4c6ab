/** Reads the operations of the OpenAPI document. */
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

/** The committed document. */
export function readOpenapi(): OpenapiDocument {
  return JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'));
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
