/** One load on an address: callers who each call again as soon as they are answered. */
import autocannon from 'autocannon';

/** A call, by its path on the address. */
export interface Call {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Amount and duration of the calls. */
interface Load {
  connections: number;
  seconds: number;
  /** Makes the next call. */
  next: () => Call;
}

/**
 * Loads an address.
 * @returns how many calls were answered
 * @throws Error when one was not, or not with 2xx or 3xx
 */
export async function load(base: string, { connections, seconds, next }: Load): Promise<number> {
  const { requests, errors, statusCodeStats } = await autocannon({
    url: base,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  const statuses = Object.keys(statusCodeStats ?? {});
  if (errors === 0 && statuses.every((status) => Number(status) < 400)) return requests.total;
  throw new Error(`Calls to ${base} failed: ${errors} had no answer, others were ${statuses}.`);
}
