/** The requests and errors that the OpenAPI document shows, ready to be sent. */
import { type JsonObject, type OpenapiDocument, type Operation, operationsOf } from './openapi.ts';

interface Sendable {
  operationId: string;
  method: string;
  path: string;
  /** Path with its query. */
  url: string;
  /** JSON text. Undefined without a body. */
  body: string | undefined;
}

export interface ExampleRequest extends Sendable {
  name: string;
  /** Answer that the document shows. */
  answer: JsonObject;
}

/** Every example request. Of the document itself only the beginning is shown: it is left out. */
export function exampleRequests(document: OpenapiDocument): ExampleRequest[] {
  return operationsOf(document)
    .filter(({ tags }) => !tags.includes('Contract'))
    .flatMap(requestsOf);
}

export function requestsOf(operation: Operation): ExampleRequest[] {
  return Object.entries(examplesOf(operation, '200')).map(([name, { value }]) => ({
    ...sendable(operation, requestOf(operation, name)),
    name,
    answer: value,
  }));
}

export interface ErrorExample extends Sendable {
  code: string;
  status: number;
  /** The answer's body. */
  shown: JsonObject;
}

/**
 * Every error of every operation.
 * @param changes by operation id and code, `getPvYield invalid_parameter`: what to change of the
 *   operation's first example request to get that answer. Null leaves a field out
 */
export function errorExamples(
  document: OpenapiDocument,
  changes: Record<string, JsonObject>,
): ErrorExample[] {
  return operationsOf(document).flatMap((operation) =>
    Object.keys(operation.responses)
      .filter((status) => Number(status) >= 400)
      .flatMap((status) =>
        Object.entries(examplesOf(operation, status)).map(([code, { value }]) => {
          const request = requestOf(operation, Object.keys(examplesOf(operation, '200'))[0]);
          const change = changes[`${operation.operationId} ${code}`];
          return {
            ...sendable(operation, changed(request, change)),
            code,
            status: Number(status),
            shown: value,
          };
        }),
      ),
  );
}

function examplesOf(operation: Operation, status: string): Record<string, { value: JsonObject }> {
  return operation.responses[status].content?.['application/json'].examples ?? {};
}

/** The body of this name, or the query's values. */
function requestOf({ requestBody, parameters }: Operation, name: string): JsonObject {
  if (requestBody) return requestBody.content['application/json'].examples?.[name].value ?? {};
  const used = parameters.flatMap(({ name: parameter, examples }) =>
    examples?.[name] ? [[parameter, examples[name].value] as const] : [],
  );
  return Object.fromEntries(used);
}

function changed(request: JsonObject, change: JsonObject = {}): JsonObject {
  const fields = Object.entries({ ...request, ...change });
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

function sendable(operation: Operation, request: JsonObject): Sendable {
  const { operationId, method, path, requestBody } = operation;
  const hasQuery = !requestBody && Object.keys(request).length > 0;
  return {
    operationId,
    method,
    path,
    url: hasQuery ? `${path}?${queryOf(request)}` : path,
    body: requestBody ? JSON.stringify(request) : undefined,
  };
}

function queryOf(request: JsonObject): string {
  const texts = Object.entries(request).map(([name, value]) => [name, String(value)]);
  return String(new URLSearchParams(Object.fromEntries(texts)));
}
