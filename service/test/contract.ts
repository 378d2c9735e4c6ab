/** The public API's contract, for tests. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { validator } from '../../schemas/checks/validate.ts';
import type { ApiError, ErrorCode } from '../../schemas/types.ts';
import { type Answer, assertDocumentedBy } from './documented.ts';

const checkError = validator('api/error.schema.json');

/** The document that the service serves. */
export const OPENAPI = JSON.parse(
  readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8'),
);

export const assertDocumented = assertDocumentedBy(OPENAPI);

/** Fails unless the answer is this error, with no-store. Returns the error. */
export function refusal(answer: Answer, status: number, code: ErrorCode): ApiError {
  assert.equal(answer.status, status, answer.text);
  const { error } = checkError(JSON.parse(answer.text));
  assert.equal(error.code, code);
  assert.equal(answer.headers['cache-control'], 'no-store');
  return error;
}
