/** Holds answers against the OpenAPI document, for tests. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiError, ErrorCode } from '../../schemas/types.ts';
import { validator } from '../../schemas/validate.ts';

const checkError = validator('api/error.schema.json');

interface Header {
  required?: boolean;
  schema: { type: string };
}
interface DocumentedResponse {
  headers?: Record<string, Header | { $ref: string }>;
  /** Every schema of a body is a component. */
  content?: Record<string, { schema: { $ref: string } }>;
}

/** The document that the service serves. */
export const OPENAPI = JSON.parse(
  readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv.default({ strict: false });
addFormats.default(ajv);
ajv.addSchema(OPENAPI, 'openapi');

/** What a test got from the service. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Fails unless the document has this answer: its status, every header it promises and the shape of its body. */
export function assertDocumented(method: string, path: string, answer: Answer): void {
  const { status, headers } = answer;
  const name = `${method} ${path} ${status}`;
  const documented = documentedResponse(method, path, status);
  for (const [header, spec] of Object.entries(documented.headers ?? {})) {
    const { required, schema } = resolve(spec) as Header;
    const value = headers[header.toLowerCase()];
    if (required) assert.ok(value !== undefined, `${name} has no ${header}`);
    if (value === undefined) continue;
    const typed = schema.type === 'integer' ? Number(value) : value;
    assert.ok(ajv.compile(schema)(typed), `${name}: ${header} is ${value}`);
  }
  const [type] = Object.keys(documented.content ?? {});
  if (type === undefined || method === 'HEAD') {
    assert.equal(answer.text, '', name);
    return;
  }
  assert.equal(headers['content-type'], `${type}; charset=utf-8`, name);
  const $ref = documented.content?.[type]?.schema.$ref;
  const check = ajv.getSchema(`openapi${$ref}`);
  const isValid = check?.(JSON.parse(answer.text));
  assert.ok(isValid, `${name}: ${JSON.stringify(check?.errors?.[0])}`);
}

function documentedResponse(method: string, path: string, status: number): DocumentedResponse {
  const operations = OPENAPI.paths[path];
  assert.ok(operations, `${path} is not documented`);
  // A refused method is documented with the methods that there are.
  const operation =
    operations[method === 'HEAD' ? 'get' : method.toLowerCase()] ?? Object.values(operations)[0];
  const response = operation.responses[status];
  assert.ok(response, `${method} ${path} does not document ${status}`);
  return resolve(response) as DocumentedResponse;
}

function resolve(value: object): object {
  if (!('$ref' in value)) return value;
  const parts = String(value.$ref).slice(2).split('/');
  return parts.reduce((node, part) => node[part], OPENAPI);
}

/** Fails unless the answer is this error, never to be kept; returns what it tells. */
export function refusal(answer: Answer, status: number, code: ErrorCode): ApiError {
  assert.equal(answer.status, status, answer.text);
  const { error } = checkError(JSON.parse(answer.text));
  assert.equal(error.code, code);
  assert.equal(answer.headers['cache-control'], 'no-store');
  return error;
}
