/** Holds answers against an OpenAPI document, for tests. */
import assert from 'node:assert/strict';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** An answer that a test got. Names of headers in lower case. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export type OpenapiDocument = ReturnType<typeof JSON.parse>;

interface Header {
  required?: boolean;
  schema: { type: string };
}
interface DocumentedResponse {
  headers?: Record<string, Header | { $ref: string }>;
  /** Every schema of a body is a component. */
  content?: Record<string, { schema: { $ref: string } }>;
}

const JSON_TYPE = 'application/json';

/**
 * Fails unless the document has an answer: its status, every header it promises, its type and the
 * shape of its body.
 */
export function assertDocumentedBy(document: OpenapiDocument) {
  const ajv = new Ajv.default({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');

  return function assertDocumented(method: string, path: string, answer: Answer): void {
    const { status, headers, text } = answer;
    const name = `${method} ${path} ${status}`;
    const documented = documentedResponse(document, method, path, status);
    for (const [header, spec] of Object.entries(documented.headers ?? {})) {
      const { required, schema } = resolve(document, spec) as Header;
      const value = headers[header.toLowerCase()];
      if (required) assert.ok(value !== undefined, `${name} has no ${header}`);
      if (value === undefined) continue;
      const typed = schema.type === 'integer' ? Number(value) : value;
      assert.ok(ajv.compile(schema)(typed), `${name}: ${header} is ${value}`);
    }
    const [type] = Object.keys(documented.content ?? {});
    if (type === undefined || method === 'HEAD') {
      assert.equal(text, '', name);
      return;
    }
    const isJson = type === JSON_TYPE;
    assert.equal(headers['content-type'], isJson ? `${type}; charset=utf-8` : type, name);
    if (!isJson) return;
    const check = ajv.getSchema(`openapi${documented.content?.[type]?.schema.$ref}`);
    assert.ok(check?.(JSON.parse(text)), `${name}: ${JSON.stringify(check?.errors?.[0])}`);
  };
}

function documentedResponse(
  document: OpenapiDocument,
  method: string,
  path: string,
  status: number,
): DocumentedResponse {
  const template = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  assert.ok(template, `${path} is not documented`);
  const operations = document.paths[template];
  const own = operations[method === 'HEAD' ? 'get' : method.toLowerCase()];
  // A refused method is documented with the methods that there are.
  const response = (own ?? Object.values(operations)[0]).responses[status];
  assert.ok(response, `${method} ${template} does not document ${status}`);
  return resolve(document, response) as DocumentedResponse;
}

function resolve(document: OpenapiDocument, value: object): object {
  if (!('$ref' in value)) return value;
  const parts = String(value.$ref).slice(2).split('/');
  return parts.reduce((node, part) => node[part], document);
}
