import { requestsOf } from '../../../schemas/generate/example-requests.ts';
import {
  dereference,
  type JsonObject,
  type Operation,
  operationsOf,
  readOpenapi,
} from '../../../schemas/generate/openapi.ts';
import { formatJson } from '../ui/format-json.ts';
import type { SearchEntry } from '../ui/script-data.ts';
import type { Reference, ReferenceOperation, ReferencePart } from './code-contract.ts';
import { SHOWN_BASE } from './code-data.ts';
import { fieldsOf, type Schema } from './fields.ts';
import { writeCall } from './write-call.ts';

/** The API's document with all that its pages say. */
export function readReference(): Reference {
  const document = dereference(readOpenapi());
  const { info, tags } = document;
  return { ...info, tags, operations: operationsOf(document).map(referenceOf) };
}

/** The list that is searched: every operation, and then their fields. */
export function searchEntries({ operations }: Reference): SearchEntry[] {
  const fields = operations.flatMap(({ operationId, parts }) =>
    parts
      .flatMap((part) => part.fields)
      .map(({ id, text }): SearchEntry => [`${operationId}#${id}`, text.slice(0, 100)]),
  );
  const calls = operations.map(
    ({ operationId, method, path, summary }): SearchEntry => [
      operationId,
      `${method} ${path}: ${summary}`,
    ],
  );
  return [...calls, ...fields];
}

function referenceOf(operation: Operation): ReferenceOperation {
  const [{ url, body, answer }] = requestsOf(operation);
  return {
    ...operation,
    codes: writeCall({ url: `${SHOWN_BASE}${url}`, body: body && JSON.parse(body) }),
    example: formatJson(answer),
    parts: partsOf(operation),
  };
}

function partsOf({ parameters, requestBody, responses }: Operation): ReferencePart[] {
  const statuses = Object.entries(responses).map(([name, { description }]) => ({
    name,
    in: 'status',
    description,
    schema: {},
  }));
  const named = [...parameters, ...statuses];
  return [
    partOf('parameters', 'query', objectOf(named, 'query')),
    partOf('headers', 'header', objectOf(named, 'header')),
    partOf('body', 'body', requestBody?.content['application/json'].schema),
    partOf('answer', 'answer', responses[200].content?.['application/json'].schema),
    partOf('answers', 'status', objectOf(named, 'status')),
  ].filter(({ fields }) => fields.length > 0);
}

/** "make check" lints the document, so that its schemas are schemas. */
function partOf(id: ReferencePart['id'], where: string, schema: JsonObject = {}): ReferencePart {
  return { id, fields: fieldsOf(schema as Schema, where) };
}

/** The parameters of a place as the schema of an object. */
function objectOf(parameters: Operation['parameters'], place: string): JsonObject {
  const here = parameters.filter((parameter) => parameter.in === place);
  return {
    required: here.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      here.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
  };
}
