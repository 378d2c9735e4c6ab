/** One load on an address: callers who each call again as soon as they are answered, or together at a rate. */
import autocannon from 'autocannon';

/** A call, by its path on the address. */
export interface Call {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Amount and duration of the calls. */
export interface Load<Requested extends Call> {
  connections: number;
  seconds: number;
  /** All callers together. Without it each asks as fast as it is answered. */
  perSecond?: number;
  /** Callers give up after this long. 10 s by default. */
  patienceS?: number;
  /** Makes the next call. */
  next: () => Requested;
  /** Looks at an answer. Without it bodies are discarded. */
  onAnswer?: (call: Requested, status: number, body: string) => void;
}

/** The outcome of a load. */
export interface LoadResult {
  sent: number;
  answered: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  byStatus: Record<string, number>;
  /** Callers who had no answer within their patience. */
  gaveUp: number;
  /** Connections that broke. */
  broken: number;
  /** Answers on the wire, with their headers. */
  bytes: number;
}

/** Loads an address. */
export async function load<Requested extends Call>(
  base: string,
  { connections, seconds, perSecond, patienceS = 10, next, onAnswer }: Load<Requested>,
): Promise<LoadResult> {
  const { requests, latency, errors, timeouts, statusCodeStats, throughput } = await autocannon({
    url: base,
    connections,
    duration: seconds,
    ...(perSecond && { overallRate: Math.round(perSecond) }),
    timeout: patienceS,
    requests: [
      {
        setupRequest(request, context) {
          const call = next();
          Object.assign(context, { call });
          const { method = 'GET', path, body, headers = {} } = call;
          return { ...request, method, path, body, headers };
        },
        ...(onAnswer && {
          onResponse(status, body, context) {
            onAnswer((context as { call: Requested }).call, status, body);
          },
        }),
      },
    ],
  });
  const statuses = Object.entries(statusCodeStats ?? {});
  return {
    sent: requests.sent,
    answered: requests.total,
    perSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    maxMs: latency.max,
    byStatus: Object.fromEntries(statuses.map(([status, { count }]) => [status, count ?? 0])),
    gaveUp: timeouts,
    broken: errors - timeouts,
    bytes: throughput.total,
  };
}

/** @throws Error when a call of a load was not answered with 2xx or 3xx */
export function faultless(base: string, result: LoadResult): LoadResult {
  const { byStatus, gaveUp, broken } = result;
  const isRefused = Object.keys(byStatus).some((status) => Number(status) >= 400);
  if (isRefused || gaveUp + broken > 0) {
    throw new Error(
      `Calls to ${base} failed: ${gaveUp} gave up, ${broken} connections broke, answers by status ${JSON.stringify(byStatus)}.`,
    );
  }
  return result;
}
