import type { IntegrationsErrorBody, IntegrationsErrorCode } from '../../../schemas/types.ts';

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

/** An answer that is an error. Its message is shown to the caller and repeats nothing that was sent. */
export class IntegrationsError extends Error {
  readonly code: IntegrationsErrorCode;
  readonly field: string | undefined;
  /** Seconds, for the Retry-After header. */
  readonly retryAfterS: number | undefined;

  constructor(code: IntegrationsErrorCode, message: string, field?: string, retryAfterS?: number) {
    super(message);
    this.code = code;
    this.field = field;
    this.retryAfterS = retryAfterS;
  }

  get status(): number {
    return STATUS[this.code];
  }

  get body(): IntegrationsErrorBody {
    const { code, message, field } = this;
    return { error: field === undefined ? { code, message } : { code, message, field } };
  }
}

/** What is nothing here, or another organisation's: nobody learns which. */
export function notFound(what: string): IntegrationsError {
  return new IntegrationsError('not_found', `There is no such ${what}.`);
}
