/** Reason of a refused question. The files of the lookups have no class of errors in common: one gives another this. */
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import type { SunErrorParts } from '../client-contract.ts';

/** Contents of the error that callers get. */
export interface Refusal extends Pick<SunErrorParts, 'code' | 'status'> {
  message: string;
  field: string | undefined;
}

/** A check's result, or why it refuses a value, in the API's words. */
export function checked<Result>(check: () => Result): { result: Result } | { refusal: Refusal } {
  try {
    return { result: check() };
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    return { refusal: invalidParameter(error) };
  }
}

export function invalidParameter({ message, field }: InvalidValueError): Refusal {
  return { code: 'invalid_parameter', message, field, status: 422 };
}
