import { readFileSync } from 'node:fs';
import { Marked } from 'marked';

/** The keywords of a schema that its page shows. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
}

interface Content {
  'application/json': { schema: Schema; examples?: Record<string, { value: object }> };
}

export interface Parameter {
  name: string;
  in: 'query' | 'header';
  description: string;
  required?: boolean;
  schema: Schema;
  examples?: Record<string, { value: unknown }>;
}

export interface PathItem {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref: string } | { description: string; content?: Content }>;
}

/** The parts of the OpenAPI document that its pages show. */
export interface Document {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, PathItem>>;
  components: Record<string, Record<string, object>>;
}

/** Our own document, which "make check" lints. */
export const DOCUMENT: Document = JSON.parse(
  readFileSync(new URL('../../../schemas/openapi.json', import.meta.url), 'utf8'),
);

/** Follows `#/components/…`, where there is such a reference. */
export function resolve<Kind>(part: Kind | { $ref: string }): Kind {
  if (!(typeof part === 'object' && part && '$ref' in part && part.$ref)) return part as Kind;
  const [, , kind, name] = part.$ref.split('/');
  return DOCUMENT.components[kind][name] as Kind;
}

const MARKED = new Marked({ gfm: true });

/** The HTML of a description's Markdown. */
export function htmlOf(markdown = ''): string {
  return MARKED.parse(markdown, { async: false }).trim();
}

/** The HTML of one that stands in a line. */
export function inlineHtmlOf(markdown = ''): string {
  return MARKED.parseInline(markdown, { async: false });
}
