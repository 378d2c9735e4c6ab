/** Writes out the operations that openapi.paths.json describes in short. */
import { errorsOf, type Shared, type Wording } from './openapi-errors.ts';
import { type Cache, COUNTED, headers } from './openapi-headers.ts';
import { convertSchema, JSON_TYPE, type JsonObject, readJson } from './openapi-schemas.ts';

/** An operation of openapi.paths.json. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** File of the schema whose fields are the query parameters. */
  query?: string;
  /** Schema of the JSON body. */
  body?: JsonObject;
  answer: { description: string; schema: JsonObject };
  /** How long the answer may be kept. Those kept for a day have an ETag and may be 304. */
  cache: Cache;
  /** The call counts against a rate limit. */
  counted: boolean;
  /** Requests by name; the answer to each is in examples/<operationId>.<name>.json. */
  examples: Record<string, Example>;
  /** Every error code, with the message that its example shows where the common one does not fit. */
  errors: Record<string, Wording>;
}

interface Example {
  summary: string;
  request?: JsonObject;
  /** The answer, where the real one is too long to be shown. */
  answer?: JsonObject;
}

/** The operation as OpenAPI has it. */
export function writeOut(operation: Operation, shared: Shared): JsonObject {
  const { operationId, tags, summary, description } = operation;
  return {
    operationId,
    tags,
    summary,
    description,
    ...(operation.errors.invalid_api_key ? {} : { security: [] }),
    parameters: parametersOf(operation, shared),
    ...(operation.body ? { requestBody: requestBodyOf(operation, operation.body, shared) } : {}),
    responses: {
      200: successOf(operation, shared),
      ...(operation.cache === 'day' ? { 304: notModifiedOf(operation) } : {}),
      ...errorsOf(operation.errors, shared),
    },
  };
}

function parametersOf(operation: Operation, shared: Shared): JsonObject[] {
  const names = operation.cache === 'day' ? ['IfNoneMatch', 'XRequestId'] : ['XRequestId'];
  const ours = names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return [...queryParametersOf(operation, shared), ...ours];
}

function queryParametersOf({ query, examples }: Operation, shared: Shared): JsonObject[] {
  if (!query) return [];
  const { properties, required } = readJson<{ properties: JsonObject; required: string[] }>(query);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = convertSchema(property, query, shared.schemas) as JsonObject;
    const used = Object.entries(examples).filter(
      ([, { request }]) => request?.[name] !== undefined,
    );
    return {
      name,
      in: 'query',
      description,
      required: required.includes(name),
      schema,
      examples: Object.fromEntries(
        used.map(([key, { request = {}, summary }]) => [key, { summary, value: request[name] }]),
      ),
    };
  });
}

function requestBodyOf(operation: Operation, body: JsonObject, shared: Shared): JsonObject {
  const examples = Object.entries(operation.examples).map(([name, { summary, request = {} }]) => [
    name,
    { summary, value: request },
  ]);
  const schema = convertSchema(body, 'openapi.paths.json', shared.schemas);
  return {
    required: true,
    content: { [JSON_TYPE]: { schema, examples: Object.fromEntries(examples) } },
  };
}

function successOf(operation: Operation, shared: Shared): JsonObject {
  const { answer, cache, counted } = operation;
  const examples = Object.entries(operation.examples).map(([name, example]) => {
    const value = example.answer ?? readJson(`examples/${operation.operationId}.${name}.json`);
    return [name, { summary: example.summary, value }];
  });
  const schema = convertSchema(answer.schema, 'openapi.paths.json', shared.schemas);
  return {
    description: answer.description,
    headers: headers(cache, cache === 'day' ? ['ETag'] : [], counted ? COUNTED : []),
    content: { [JSON_TYPE]: { schema, examples: Object.fromEntries(examples) } },
  };
}

function notModifiedOf({ counted }: Operation): JsonObject {
  return {
    description: 'The caller has this answer already: If-None-Match holds its ETag. No body.',
    headers: headers('day', ['ETag'], counted ? COUNTED : []),
  };
}
