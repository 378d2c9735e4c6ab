import type { ErrorBody, ErrorCode } from '../schemas/types.ts';

/** HTTP status of every error code. */
const STATUS: Record<ErrorCode, number> = {
  invalid_json: 400,
  invalid_api_key: 401,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  invalid_parameter: 422,
  outside_coverage: 422,
  not_supported: 422,
  rate_limited: 429,
  internal_error: 500,
  dataset_unavailable: 503,
  prices_unavailable: 503,
  busy: 503,
};

/** An answer that is an error; its message is shown to the caller. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field?: string,
    /** Seconds, for the Retry-After header. */
    readonly retryAfterS?: number,
  ) {
    super(message);
  }

  get status(): number {
    return STATUS[this.code];
  }

  get body(): ErrorBody {
    const { code, message, field } = this;
    return { error: field === undefined ? { code, message } : { code, message, field } };
  }
}
