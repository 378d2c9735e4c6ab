/** `/sdk/lookup-refusal.mjs`: the API's words for a question that its schema refuses, loaded with the first such question. */
import type { ErrorObject } from 'ajv';
import { findSchema } from '../../../../schemas/checks/all-schemas.ts';
import { faultOf } from '../../../../schemas/checks/rank-errors.ts';
import type { Refusal } from './refusal.ts';

/** The refusal of a question. @param errors what its check left */
export function refusalOf(errors: readonly ErrorObject[], question: unknown): Refusal {
  const { message, field } = faultOf(errors, question, findSchema);
  return { code: 'invalid_parameter', message, field, status: 422 };
}
