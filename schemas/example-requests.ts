import { errorKinds, operations } from './openapi.ts';
import { errorBody } from './openapi-errors.ts';
import type { JsonObject } from './openapi-schemas.ts';

/** A request that the OpenAPI document shows. */
export interface ExampleRequest {
  operationId: string;
  name: string;
  method: string;
  /** Path with its query. */
  url: string;
  /** JSON text; undefined without a body. */
  body: string | undefined;
  /** Where its answer is kept, in this folder; undefined when the document shows a short one. */
  answerFile: string | undefined;
}

/** Every example request of the document, ready to be sent. */
export function exampleRequests(): ExampleRequest[] {
  return Object.entries(operations()).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, query, examples }]) =>
      Object.entries(examples).map(([name, { request, answer }]) => ({
        operationId,
        name,
        method: method.toUpperCase(),
        url: query ? `${path}?${queryOf(request ?? {})}` : path,
        body: query || !request ? undefined : JSON.stringify(request),
        answerFile: answer ? undefined : `examples/${operationId}.${name}.json`,
      })),
    ),
  );
}

/** An error that the OpenAPI document shows. */
export interface ErrorExample {
  operationId: string;
  code: string;
  status: number;
  method: string;
  path: string;
  /** Path with its query. What it asks for is wrong, or right and refused for another reason. */
  url: string;
  body: string | undefined;
  /** The answer's body. */
  shown: JsonObject;
}

/** Every error of every operation that the document shows. */
export function errorExamples(): ErrorExample[] {
  const kinds = errorKinds();
  return Object.entries(operations()).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, query, examples, errors }]) =>
      Object.entries(errors)
        .filter(([, wording]) => wording.never === undefined)
        .map(([code, wording]) => {
          const request = changed(Object.values(examples)[0].request, wording.change);
          return {
            operationId,
            code,
            status: kinds[code].status,
            method: method.toUpperCase(),
            path,
            url: query ? `${path}?${queryOf(request)}` : path,
            body: method === 'post' ? JSON.stringify(request) : undefined,
            shown: errorBody(code, kinds[code], wording),
          };
        }),
    ),
  );
}

function changed(request: JsonObject = {}, change: JsonObject = {}): JsonObject {
  const fields = Object.entries({ ...request, ...change });
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

function queryOf(request: object): string {
  const texts = Object.entries(request).map(([name, value]) => [name, String(value)]);
  return String(new URLSearchParams(Object.fromEntries(texts)));
}
