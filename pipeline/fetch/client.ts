import { Agent, type Dispatcher, errors, interceptors, RetryAgent, request } from 'undici';

/** Longest chain of redirects that is followed. */
const MOST_REDIRECTS = 5;
const CONNECTION_ERRORS = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
];
/** Statuses that may pass. 529 is PVGIS' own, for overload. */
const BUSY = [429, 500, 502, 503, 504, 529];
const HTTP_OK = 200;

/** How a client behaves. What is left out is as `fetchClient` states. */
export interface ClientSettings {
  /** Requests that begin in a second, retries and redirects included. No limit when absent. */
  perSecond?: number;
  /** Longest body, bytes. No limit when absent. */
  mostBytes?: number;
  /** Longest wait for an answer to begin, and longest silence inside one. */
  headersTimeoutMs?: number;
  bodyTimeoutMs?: number;
  /** Wait before the first retry. Each further wait is twice as long. */
  firstWaitMs?: number;
}

/**
 * A client that follows redirects and tries again: five times, 1, 2, 4, 8, 16 s apart, or after as long as
 * Retry-After asks, up to ten minutes. A body that is cut goes on where it ended.
 */
export function fetchClient({
  perSecond = Number.POSITIVE_INFINITY,
  mostBytes = -1,
  headersTimeoutMs = 30_000,
  bodyTimeoutMs = 60_000,
  firstWaitMs = 1000,
}: ClientSettings = {}): Dispatcher {
  const agent = new Agent({
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
    maxResponseSize: mostBytes,
  });
  const redirect = interceptors.redirect({ maxRedirections: MOST_REDIRECTS });
  return new RetryAgent(agent.compose(rateLimit(perSecond), redirect), {
    minTimeout: firstWaitMs,
    maxTimeout: 600_000,
    errorCodes: CONNECTION_ERRORS,
    statusCodes: BUSY,
  });
}

/** Begins requests one after another, so many in a second at most, in the order asked. */
export function rateLimit(perSecond: number): Dispatcher.DispatcherComposeInterceptor {
  let turn: Promise<unknown> = Promise.resolve();
  return (dispatch) => (options, handler) => {
    turn = turn.then(() => {
      dispatch(options, handler);
      return new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
    });
    return true;
  };
}

/**
 * Asks for an address by GET.
 * @returns an answer whose body is to be read, or dumped
 * @throws Error when no answer came, or a redirect left https
 */
export async function get(
  client: Dispatcher,
  url: string,
  headers: Record<string, string> = {},
): Promise<Dispatcher.ResponseData> {
  const sent = { 'user-agent': 'sun-over-sweden fetch', ...headers };
  const answer = await request(url, { dispatcher: client, headers: sent }).catch((cause) => {
    throw failure(url, cause);
  });
  const insecure = visited(answer).find((hop) => hop.startsWith('http:'));
  if (!url.startsWith('https:') || !insecure) return answer;
  await answer.body.dump();
  throw new Error(
    `${url}: redirects to ${insecure}, expected https: the content could be changed on the way. Correct the url.`,
  );
}

/** Addresses of an answer, redirects included. */
function visited({ context }: Dispatcher.ResponseData): string[] {
  const isListed = 'history' in context && Array.isArray(context.history);
  return isListed ? (context.history as unknown[]).map(String) : [];
}

/** Asks for a small answer. */
export async function getText(
  client: Dispatcher,
  url: string,
): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await get(client, url);
  const text = await body.text().catch((cause) => {
    throw failure(url, cause);
  });
  return { status: statusCode, text };
}

/** The error of a request that failed, retries included, with its address. */
export function failure(url: string, cause: unknown): Error {
  const { message, code } = cause as NodeJS.ErrnoException;
  const isRefused = cause instanceof errors.RequestRetryError && cause.statusCode > HTTP_OK;
  const what = isRefused ? `answers ${cause.statusCode}` : message || code;
  return new Error(`${url}: ${what}. Run again to continue.`, { cause });
}

/**
 * Works through items in their order, so many at a time. After the first failure no further item is
 * begun. It is thrown when those under way have ended.
 */
export async function concurrently<T>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // The workers share a generator: a loop that throws ends it for all.
  const queue = (function* () {
    yield* items;
  })();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: most }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
