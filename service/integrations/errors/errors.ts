import type { IntegrationsErrorCode } from '../../../schemas/types.ts';
import { ApiError } from '../../http/api-error.ts';

/** HTTP status of every error code: the one table of them. */
const STATUS: Record<IntegrationsErrorCode, number> = {
  bad_request: 400,
  invalid_json: 400,
  unauthorized: 401,
  subscription_inactive: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  applicants_missing: 409,
  provider_not_configured: 409,
  body_too_large: 413,
  invalid_parameter: 422,
  rate_limited: 429,
  internal_error: 500,
  busy: 503,
  store_unavailable: 503,
};

/** An answer of the integrations that is an error. Its message repeats nothing that was sent. */
export class IntegrationsError extends ApiError<IntegrationsErrorCode> {
  get status(): number {
    return STATUS[this.code];
  }
}

/** What is nothing here, or another organisation's: nobody learns which. */
export function notFound(what: string): IntegrationsError {
  return new IntegrationsError('not_found', `There is no such ${what}.`);
}
