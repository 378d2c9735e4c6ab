/** Error responses of an operation. */
import { COUNTED, headers } from './openapi-headers.ts';
import { type Components, convertSchema, JSON_TYPE, type JsonObject } from './openapi-schemas.ts';

/** An error code of openapi.paths.json. */
export interface ErrorKind {
  status: number;
  description: string;
  message: string;
  field?: string;
}

/** An operation's own wording of an error, where the common one does not fit. */
export interface Wording extends Partial<Pick<ErrorKind, 'message' | 'field'>> {
  /** What to change of the operation's first example request to get this answer; null: left out. */
  change?: JsonObject;
  /** Why there is no such answer, so far: it is documented without an example. */
  never?: string;
}

/** Where shared pieces are collected: components/schemas and components/responses. */
export interface Shared {
  errors: Record<string, ErrorKind>;
  schemas: Components;
  responses: Components;
}

/** Errors that come before the rate limit, or beside it. */
const UNCOUNTED = ['invalid_api_key', 'not_found', 'method_not_allowed', 'internal_error'];

/** Error responses by status. One that no operation words its own way is shared. */
export function errorsOf(errors: Record<string, Wording>, shared: Shared): JsonObject {
  const byStatus: Record<number, string[]> = {};
  for (const code of Object.keys(errors)) {
    const kind = shared.errors[code];
    if (!kind) throw new Error(`openapi.paths.json has no error "${code}".`);
    byStatus[kind.status] = [...(byStatus[kind.status] ?? []), code];
  }
  const responses: JsonObject = {};
  for (const [status, codes] of Object.entries(byStatus)) {
    const response = errorResponse(codes, errors, shared);
    const common = codes.length === 1 && Object.keys(errors[codes[0]]).length === 0;
    if (common) shared.responses[codes[0]] = response;
    responses[status] = common ? { $ref: `#/components/responses/${codes[0]}` } : response;
  }
  return responses;
}

function errorResponse(
  codes: string[],
  errors: Record<string, Wording>,
  shared: Shared,
): JsonObject {
  const { status } = shared.errors[codes[0]];
  const examples = codes
    .filter((code) => errors[code].never === undefined)
    .map((code) => {
      const value = errorBody(code, shared.errors[code], errors[code]);
      return [code, { summary: shared.errors[code].description, value }];
    });
  return {
    description: codes
      .map((code) => `\`${code}\`: ${errors[code].never ?? shared.errors[code].description}`)
      .join('\n\n'),
    headers: headers(
      'never',
      codes.some((code) => UNCOUNTED.includes(code)) ? [] : COUNTED,
      status === 429 || status === 503 ? ['Retry-After'] : [],
      status === 405 ? ['Allow'] : [],
    ),
    content: {
      [JSON_TYPE]: {
        schema: convertSchema({ $ref: 'error.schema.json' }, '', shared.schemas),
        ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
      },
    },
  };
}

/** The body of an error as the document shows it. */
export function errorBody(code: string, kind: ErrorKind, wording: Wording): JsonObject {
  const { message, field } = { ...kind, ...wording };
  return { error: field === undefined ? { code, message } : { code, message, field } };
}
