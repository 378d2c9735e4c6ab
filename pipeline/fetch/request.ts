import { TransientError } from './retries.ts';
import type { Web } from './web.ts';

const REDIRECTS = [301, 302, 303, 307, 308];
/** Longest chain that is followed. */
const MOST_REDIRECTS = 5;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;
const LONGEST_TEXT = 16 << 20;

/** An answer whose body has not been read. Read it to its end, or discard it. */
export interface HttpResponse {
  url: string;
  status: number;
  headers: Headers;
  /** The body in pieces. Throws a TransientError when it is cut or falls silent. */
  chunks(): AsyncGenerator<Uint8Array>;
  discard(): Promise<void>;
}

/**
 * Asks by GET, following at most five redirects.
 * @throws TransientError when no answer comes, or it is 429 or 5xx
 * @throws Error on a redirect that is not followed
 */
export async function request(
  url: string,
  headers: Record<string, string>,
  web: Web,
): Promise<HttpResponse> {
  let at = new URL(url);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await requestOnce(at, headers, web);
    if (!REDIRECTS.includes(response.status)) return notBusy(response, web);
    await response.discard();
    at = redirectTarget(at, response.headers.get('location'));
  }
  throw new Error(
    `${url}: redirects more than ${MOST_REDIRECTS} times, at last to ${at}. Correct the url.`,
  );
}

/** The body as UTF-8 text. */
export async function textOf(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.chunks()) {
    bytes += chunk.length;
    if (bytes > LONGEST_TEXT) throw new Error(`${response.url}: answers more than 16 MB of text.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function requestOnce(
  at: URL,
  headers: Record<string, string>,
  web: Web,
): Promise<HttpResponse> {
  const abort = new AbortController();
  const stop = () => abort.abort(new Error(`no answer within ${web.answerMs / 1000} s`));
  const answered = web.alarm(web.answerMs, stop);
  const sent = { 'user-agent': 'sun-over-sweden fetch', ...headers };
  try {
    const response = await fetch(at, { headers: sent, redirect: 'manual', signal: abort.signal });
    // Locked at once: fetch() cancels a body without a reader when its Response is collected, and
    // a cancelled body ends like a whole one (github.com/nodejs/undici/pull/3199).
    const reader = response.body?.getReader();
    const chunks = () => bodyChunks(at, reader, abort, web);
    const discard = async () => reader?.cancel().catch(() => undefined);
    return { url: String(at), status: response.status, headers: response.headers, chunks, discard };
  } catch (cause) {
    throw new TransientError(`${at}: ${reasonOf(cause)}.`, { cause });
  } finally {
    answered();
  }
}

async function* bodyChunks(
  at: URL,
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  abort: AbortController,
  web: Web,
): AsyncGenerator<Uint8Array> {
  if (!reader) return;
  const stop = () => abort.abort(new Error(`silent for ${web.idleMs / 1000} s`));
  let came = web.alarm(web.idleMs, stop);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      came();
      yield piece.value;
      came = web.alarm(web.idleMs, stop);
    }
  } catch (cause) {
    throw new TransientError(`${at}: ${reasonOf(abort.signal.reason ?? cause)}.`, { cause });
  } finally {
    came();
    await reader.cancel().catch(() => undefined);
  }
}

/** Waits are asked for by 429 and 503; all of 5xx, also PVGIS's 529 (overload), may pass. */
async function notBusy(response: HttpResponse, web: Web): Promise<HttpResponse> {
  const { status, headers, url } = response;
  if (status !== TOO_MANY_REQUESTS && status < SERVER_ERRORS) return response;
  await response.discard();
  const waitMs = retryAfterMs(headers.get('retry-after'), web.now());
  throw new TransientError(`${url}: answers ${status}.`, { waitMs });
}

/** fetch() hides the reason in the cause: "fetch failed" because of ECONNREFUSED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause ? String(cause.code) : '';
  return [error.message, cause.message || code].join(': ');
}

/**
 * Where a redirect leads.
 * @throws Error when it names no web address, or leads from https to http
 */
export function redirectTarget(from: URL, location: string | null): URL {
  if (!location || !URL.canParse(location, from.href)) {
    throw new Error(
      `${from}: redirects to "${location ?? ''}", expected an address. Correct the url.`,
    );
  }
  const target = new URL(location, from);
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw new Error(`${from}: redirects to ${target}, expected https. Correct the url.`);
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new Error(
      `${from}: redirects to ${target}, expected https: the content could be changed on the way. Correct the url.`,
    );
  }
  return target;
}

/**
 * Milliseconds that a Retry-After field asks to wait, given in seconds or as a date (RFC 9110,
 * 10.2.3); 0 when it is absent, in the past or unreadable.
 */
export function retryAfterMs(field: string | null, nowMs: number): number {
  const text = field?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const untilMs = Date.parse(text);
  return Number.isNaN(untilMs) ? 0 : Math.max(0, untilMs - nowMs);
}
