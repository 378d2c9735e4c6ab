/** An answer that is an error; its message is shown to the caller. Each API has a class of its own with its codes. */
export abstract class ApiError<Code extends string> extends Error {
  readonly code: Code;
  readonly field: string | undefined;
  /** Seconds, for the Retry-After header. */
  readonly retryAfterS: number | undefined;

  /** @param options the cause, for our log */
  constructor(
    code: Code,
    message: string,
    field?: string,
    retryAfterS?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.field = field;
    this.retryAfterS = retryAfterS;
  }

  /** HTTP status of the code, by the API's one table of them. */
  abstract get status(): number;

  get body(): { error: { code: Code; message: string; field?: string } } {
    const { code, message, field } = this;
    return { error: field === undefined ? { code, message } : { code, message, field } };
  }
}
