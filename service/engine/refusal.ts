import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import type { ErrorCode } from '../../schemas/types.ts';

/** Codes of the engine's own refusals. Each API adds further ones (`http/http-error.ts`). */
export type RefusalCode = Extract<
  ErrorCode,
  'invalid_parameter' | 'outside_coverage' | 'not_supported' | UnavailableCode
>;

type UnavailableCode = 'dataset_unavailable' | 'prices_unavailable';

/** A refused request. Its message is shown to the caller. */
export class RequestError<Code extends string = RefusalCode> extends Error {
  readonly code: Code;
  /** Dotted path of the wrong field. */
  readonly field: string | undefined;

  /** @param options the cause, for our log */
  constructor(code: Code, message: string, field?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.field = field;
  }

  get body(): { error: { code: Code; message: string; field?: string } } {
    const { code, message, field } = this;
    return { error: field === undefined ? { code, message } : { code, message, field } };
  }
}

/** Error for data of ours that is not loaded. */
export function unavailable(code: UnavailableCode): RequestError {
  const what = code === 'dataset_unavailable' ? 'yield dataset' : 'spot price profile';
  return new RequestError(code, `The ${what} is not loaded.`);
}

/**
 * A caller's value, checked.
 * @param refusalOf makes the caller's error of a value that the check refuses
 * @throws RequestError invalid_parameter naming the first wrong field, or what `refusalOf` makes
 */
export function checked<T>(
  check: (value: unknown) => T,
  value: unknown,
  refusalOf: (error: InvalidValueError) => Error = invalidParameter,
): T {
  try {
    return check(value);
  } catch (error) {
    throw error instanceof InvalidValueError ? refusalOf(error) : error;
  }
}

function invalidParameter({ message, field }: InvalidValueError): RequestError {
  return new RequestError('invalid_parameter', message, field || undefined);
}

/** The result of a call. Null where the API would refuse it. */
export function unlessRefused<T>(call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}
