import { operations } from './openapi.ts';

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

function queryOf(request: object): string {
  const texts = Object.entries(request).map(([name, value]) => [name, String(value)]);
  return String(new URLSearchParams(Object.fromEntries(texts)));
}
