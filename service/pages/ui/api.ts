import type { ErrorBody } from '../../../schemas/types.ts';

const BASE = '/api/v1';

/** A call that the API rejected, or that did not reach it (status 0). */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;
  /** Null if the API does not say when to retry. */
  readonly retryAfterS: number | null;
  /** The wrong field of the request, where the API names it. */
  readonly field: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    retryAfterS: number | null,
    field?: string,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterS = retryAfterS;
    this.field = field;
  }
}

/**
 * Posts a body to the API.
 * @param origin scheme, host and port. Empty in a page of the service
 * @throws CallRefused, and the reason of `signal`
 */
export async function post<Body>(
  path: string,
  body: object,
  { origin = '', signal }: { origin?: string; signal?: AbortSignal } = {},
): Promise<Body> {
  return fetchJson(`${origin}${BASE}${path}`, body, signal);
}

/**
 * Gets JSON from an address, or posts a body to it.
 * @throws CallRefused, and the reason of `signal`
 */
export async function fetchJson<Body>(
  url: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Body> {
  const headers = { 'Content-Type': 'application/json' };
  const posted = body && { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(url, { ...posted, ...(signal && { signal }) }).catch((error) => {
    if (signal?.aborted) throw signal.reason;
    throw new CallRefused(0, 'unreachable', String(error), null);
  });
  if (!response.ok) throw await readRefusal(response);
  return (await response.json()) as Body;
}

async function readRefusal(response: Response): Promise<CallRefused> {
  const wait = response.headers.get('Retry-After');
  const retryAfterS = wait === null ? null : Number(wait);
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const { code = 'unknown', message = response.statusText, field } = body.error ?? {};
  return new CallRefused(response.status, code, message, retryAfterS, field);
}
