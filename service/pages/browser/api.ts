import type {
  BatteryStrategiesRequest,
  BatteryStrategiesResponse,
  ErrorBody,
  PvYieldBatchItem,
  PvYieldBatchResponse,
  PvYieldSeries,
  PvYieldSeriesRequest,
  SimulationMarket,
} from '../../../schemas/types.ts';

const BASE = '/api/v1';

/** How many calls of a kind, or simulated cells, a caller has left until the window ends. */
export interface Room {
  left: number;
  resetS: number;
}

/** An answer, and the calls left in its `RateLimit` header by the counter's name. */
interface Answered<Body> {
  body: Body;
  room: ReadonlyMap<string, Room>;
}

/** A call that the API rejected, or that did not reach it (status 0). */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;
  /** Null if the API does not say when to ask again. */
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

/** An answer that the browser kept for the day may be of a service before its update, and of another shape. */
const CACHE_MODE = { cache: 'no-cache' } as const;

/**
 * Creates the calls of the explorer. GETs are cached by their tags: an unchanged answer comes again
 * without its body and counts against no limit.
 * @param origin scheme, host and port; empty in a page of the service
 * All throw CallRefused, and the reason of `signal`.
 */
export function createApi(origin = '') {
  const cached = new Map<string, { etag: string; body: unknown }>();

  async function call<Body>(path: string, signal?: AbortSignal, sentBody?: object) {
    const earlier = sentBody ? undefined : cached.get(path);
    const response = await fetchOrRefuse(`${origin}${BASE}${path}`, signal, {
      method: sentBody ? 'POST' : 'GET',
      ...CACHE_MODE,
      headers: {
        ...(sentBody ? { 'Content-Type': 'application/json' } : {}),
        ...(earlier ? { 'If-None-Match': earlier.etag } : {}),
      },
      ...(sentBody ? { body: JSON.stringify(sentBody) } : {}),
    });
    const room = parseRoom(response.headers.get('RateLimit'));
    if (response.status === 304 && earlier) return { body: earlier.body as Body, room };
    if (!response.ok) throw await readRefusal(response);
    const body = (await response.json()) as Body;
    const etag = response.headers.get('ETag');
    if (!sentBody && etag) cached.set(path, { etag, body });
    return { body, room } satisfies Answered<Body>;
  }

  return {
    /** @param hours whether the answer has the hours of the spot year, too */
    market: (lat: number, lng: number, hours: boolean, signal?: AbortSignal) => {
      const resolution = hours ? '&resolution=hourly' : '';
      return call<SimulationMarket>(
        `/simulation/market?lat=${lat}&lng=${lng}${resolution}`,
        signal,
      );
    },
    batch: (items: readonly PvYieldBatchItem[], signal?: AbortSignal) =>
      call<PvYieldBatchResponse>('/pv-yield/batch', signal, { items }),
    series: (request: PvYieldSeriesRequest, signal?: AbortSignal) =>
      call<PvYieldSeries>('/pv-yield/series', signal, request),
    compare: (request: BatteryStrategiesRequest, signal?: AbortSignal) =>
      call<BatteryStrategiesResponse>('/simulation/battery-strategies', signal, request),
  };
}

export type Api = ReturnType<typeof createApi>;

/** Parses the items `"name";r=left;t=seconds` of a RateLimit header. */
export function parseRoom(header: string | null): Map<string, Room> {
  const items = (header ?? '').matchAll(/"([^"]+)";r=(\d+);t=(\d+)/g);
  return new Map(
    Array.from(items, ([, name, left, reset]) => [
      name,
      { left: Number(left), resetS: Number(reset) },
    ]),
  );
}

async function fetchOrRefuse(url: string, signal: AbortSignal | undefined, init: RequestInit) {
  try {
    return await fetch(url, { ...init, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new CallRefused(0, 'unreachable', String(error), null);
  }
}

/** Reads an answer that is an error. */
export async function readRefusal(response: Response): Promise<CallRefused> {
  const wait = response.headers.get('Retry-After');
  const retryAfterS = wait === null ? null : Number(wait);
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const { code = 'unknown', message = response.statusText, field } = body.error ?? {};
  return new CallRefused(response.status, code, message, retryAfterS, field);
}
