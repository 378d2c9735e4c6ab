import type {
  CallOptions,
  Client,
  ClientOptions,
  RoofQuestion,
  SunErrorParts,
} from './client-contract.ts';

/** Error of a call. Its `message` is for people. */
export class SunError extends Error implements SunErrorParts {
  override readonly name = 'SunError';
  readonly code: string;
  readonly field?: string;
  readonly status: number;
  readonly retryAfter?: number;

  constructor(message: string, parts: SunErrorParts, options?: ErrorOptions) {
    super(message, options);
    this.code = parts.code;
    this.status = parts.status;
    if (parts.field !== undefined) this.field = parts.field;
    if (parts.retryAfter !== undefined) this.retryAfter = parts.retryAfter;
  }
}

/** How often a call is made again after an answer that asks for a wait. */
const RETRIES = 2;

/** The longest wait before that: the rate limits' windows are a minute. A longer one is left to the caller. */
const MAX_WAIT_S = 60;

/** Answers in the cache, from which the oldest are removed first: a matrix is 10 kB, a year of hours 60. */
const MAX_CACHED = 100;

const YIELD = '/api/v1/pv-yield';
const SIMULATION = '/api/v1/simulation';

type Json = Record<string, unknown>;
type Ask = <Answer>(path: string, options?: CallOptions, body?: object) => Promise<Answer>;

/**
 * A client of the service at a base address. It sends nothing until a call is made.
 * @throws TypeError when the base is no address
 */
export function createClient(options: ClientOptions): Client {
  const ask = createAsk(options);
  const client: Client = {
    yieldOf: (roof, options) => ask(`${YIELD}?${query(roof)}`, options),
    batch: (request, options) => ask(`${YIELD}/batch`, options, request),
    matrix: (point, options) => ask(`${YIELD}/matrix?${query(point)}`, options),
    meta: (options) => ask(`${YIELD}/meta`, options),
    profile: (roof, options) => ask(`${YIELD}/series`, options, roof),
    market: (place, options) => ask(`${SIMULATION}/market?${query(place)}`, options),
    simulate: (request, options) => ask(SIMULATION, options, request),
    compare: (request, options) => ask(`${SIMULATION}/battery-strategies`, options, request),
    range: (request, options) => ask(`${SIMULATION}/range`, options, request),
    verdict: (request, options) => ask(`${SIMULATION}/verdict`, options, request),
    roof: async (question, options) => {
      const { lat, lng, faces } = question;
      const production = await client.profile({ lat, lng, faces }, options);
      const comparison = await client.compare(houseOf(question, production.hourly_kwh), options);
      return { production, comparison };
    },
  };
  return client;
}

function houseOf({ lat, lng, use, battery, resolution }: RoofQuestion, hours: number[] = []) {
  return {
    location: { lat, lng },
    pv: { hourly_kwh: hours },
    ...(use === undefined ? {} : { consumption: { yearly_kwh: use } }),
    ...(battery ? { compare: battery } : {}),
    ...(resolution ? { prices: { resolution } } : {}),
  };
}

function query(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return String(
    new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])),
  );
}

/** Makes calls and caches answers with an ETag, as text: no caller changes another's answer. */
function createAsk({ base, key, fetch: given }: ClientOptions): Ask {
  const { origin } = new URL(base);
  const cached = new Map<string, { tag: string; text: string }>();
  return async <Answer>(path: string, { signal }: CallOptions = {}, body?: object) => {
    const sent = body && JSON.stringify(body);
    const question = `${path} ${sent ?? ''}`;
    const known = cached.get(question);
    const headers: Record<string, string> = {};
    if (key) headers['x-api-key'] = key;
    if (known) headers['if-none-match'] = known.tag;
    const init: RequestInit = { headers, ...(sent ? { method: 'POST', body: sent } : {}) };
    if (signal) init.signal = signal;
    const { response, text } = await fetchWithRetries(given ?? fetch, `${origin}${path}`, init);
    if (response.status === 304 && known) return parseJson<Answer>(known.text, response);
    const answer = parseJson<Answer>(text, response);
    const tag = response.headers.get('etag');
    if (tag) keep(question, { tag, text });
    return answer;
  };

  function keep(question: string, answer: { tag: string; text: string }): void {
    cached.delete(question);
    cached.set(question, answer);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  }
}

interface Got {
  response: Response;
  text: string;
}

/** The answer, after the wait that the service requested, at most two times. */
async function fetchWithRetries(call: typeof fetch, url: string, init: RequestInit): Promise<Got> {
  for (let retries = 0; ; retries++) {
    const got = await fetchOnce(call, url, init);
    const error = got.response.ok || got.response.status === 304 ? undefined : errorOf(got);
    if (!error) return got;
    const { status, retryAfter = 1 } = error;
    const isLater = (status === 429 || status === 503) && retryAfter <= MAX_WAIT_S;
    if (!isLater || retries === RETRIES) throw error;
    // Callers that were rejected together do not retry at the same time.
    await sleep(1000 * (retryAfter + Math.random()), init.signal ?? undefined);
  }
}

async function fetchOnce(call: typeof fetch, url: string, init: RequestInit): Promise<Got> {
  try {
    const response = await call(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    init.signal?.throwIfAborted();
    const parts = { code: 'unreachable', status: 0 };
    throw new SunError(`${url} did not answer.`, parts, { cause });
  }
}

function parseJson<Answer>(text: string, { status }: Response): Answer {
  try {
    return JSON.parse(text);
  } catch {
    throw new SunError('The answer is not JSON. Is this the address of the service?', {
      code: 'unexpected_answer',
      status,
    });
  }
}

function errorOf({ response, text }: Got): SunError {
  const { status, headers } = response;
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(after) ? { retryAfter: after } : {};
  const { code, field, message } = errorBody(text);
  if (typeof code !== 'string') {
    const parts = { code: 'unexpected_answer', status, ...retryAfter };
    return new SunError(
      `The answer has status ${status} and does not come from the service.`,
      parts,
    );
  }
  const blamed = typeof field === 'string' ? { field } : {};
  return new SunError(String(message), { code, status, ...blamed, ...retryAfter });
}

function errorBody(text: string): Json {
  try {
    return JSON.parse(text).error ?? {};
  } catch {
    return {};
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
