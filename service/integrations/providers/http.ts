/** Calls to providers: one try each, with limits of time and size, and errors by kind. */
import { ProviderError, type ProviderErrorKind } from '../ports.ts';
import { providerWords } from './answer-fields.ts';
import type { Turn } from './rate-limit.ts';

const TIMEOUT_MS = 10_000;
/** The status of an answer without a body. */
const NO_CONTENT = 204;
/** Providers' largest lists have 500 rows of half a kB. The worst megabyte takes 60 ms to parse. */
const MAX_JSON_BYTES = 1_000_000;
const MAX_DOCUMENT_BYTES = 20_000_000;

/**
 * Statuses of calls that were not begun: 423 and 477 are HubSpot's for locked and moving between data centres. After
 * other server errors a proxy may have lost the answer.
 */
const PASSING = [423, 477, 503];

/** Errors of a connection that was never made: the call was not carried out. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** One provider's API, as an adapter calls it. */
export interface ProviderApi {
  /** The name in logs: "HubSpot". */
  name: string;
  /** All calls go to this address's host. Https, but for a loopback address. */
  baseUrl: string;
  turn: Turn;
  readRefusal(body: unknown): Refusal;
}

/** The content of a provider's error. */
export interface Refusal {
  /** The provider's code, without personal data. */
  code?: string;
  /** The provider's message. */
  words?: unknown;
  retryAfterMs?: number;
  about?: ProviderError['about'];
  /** The kind of failure, if the status does not show it. */
  kind?: ProviderErrorKind;
}

export interface ProviderCall {
  /** Description for errors instead of the path, which may hold an e-mail: "find a contact". */
  what: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path from its "/" on, with its query. */
  path: string;
  headers: Record<string, string>;
  /** The body, sent as JSON. A form is sent as it is. */
  body?: object;
  /** Statuses that are no errors here. */
  also?: readonly number[];
  /** The answer is a document, not JSON. */
  isDocument?: boolean;
  /** Longest wait for the answer. Default: 10 s. */
  timeoutMs?: number;
}

export interface ProviderAnswer {
  status: number;
  bytes: Buffer;
  /** The parsed answer. Undefined of a document and of an empty answer. */
  json: unknown;
}

/** Calls a provider with the credentials of an account. */
export type AccountCall = (call: Omit<ProviderCall, 'headers'>) => Promise<ProviderAnswer>;

/**
 * Calls a provider: one try, no redirects, ten seconds, at most 1 MB of JSON or 20 MB of a document.
 * @throws ProviderError naming what was tried, never what was sent or answered
 */
export async function ask(api: ProviderApi, call: ProviderCall): Promise<ProviderAnswer> {
  const url = urlOf(api, call);
  refuseOddKey(api, call);
  await api.turn();
  const { response, bytes } = await exchange(api, call, url);
  const isDocument = call.isDocument === true && response.ok;
  const answer = {
    status: response.status,
    bytes,
    json: isDocument ? undefined : parseJson(bytes),
  };
  refusePage(api, call, response, bytes);
  if (response.ok && !isDocument) refuseCutOff(api, call, answer);
  if (response.ok || call.also?.includes(response.status)) return answer;
  throw refusal(api, call, response, api.readRefusal(answer.json));
}

/** @throws ProviderError auth when a secret would be sent unencrypted */
function urlOf({ name, baseUrl }: ProviderApi, { path }: ProviderCall): URL {
  const base = new URL(baseUrl);
  // The texts are joined: resolved against the base, "//" would begin another host.
  const url = new URL(base.origin + base.pathname.replace(/\/$/, '') + path);
  if (url.protocol === 'https:' || isLoopback(url)) return url;
  throw new ProviderError('auth', `${name}: the address ${base.origin} is not https.`);
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** @throws ProviderError auth when the credentials have a character that no header holds, as a masked copy has */
function refuseOddKey({ name }: ProviderApi, { what, headers }: ProviderCall): void {
  try {
    new Headers(headers);
  } catch {
    throw new ProviderError(
      'auth',
      `${name}, ${what}: the credentials have a character that cannot be sent. Copy them again.`,
    );
  }
}

async function exchange({ name }: ProviderApi, call: ProviderCall, url: URL) {
  const { what, method } = call;
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS),
      ...messageOf(call),
    });
    return { response, bytes: await bytesOf(response, call, name) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const code = codeOf(error);
    const kind = method === 'POST' && !NOT_CONNECTED.has(code) ? 'outcome_unknown' : 'unavailable';
    throw new ProviderError(kind, `${name}, ${what}: no answer (${code}).`);
  }
}

function messageOf({ headers, body }: ProviderCall): RequestInit {
  if (body === undefined) return { headers };
  if (body instanceof FormData || body instanceof URLSearchParams) return { headers, body };
  return {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** @throws ProviderError if the answer is too large: the call may have been carried out */
async function bytesOf(
  response: Response,
  { what, method, isDocument }: ProviderCall,
  name: string,
): Promise<Buffer> {
  const most = isDocument ? MAX_DOCUMENT_BYTES : MAX_JSON_BYTES;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes <= most) chunks.push(chunk);
    else if (response.ok) {
      const message = `${name}, ${what}: the answer has ${sizeOf(response, most)}, expected at most ${most / 1e6} MB. Ask ${name} why, then try again.`;
      throw new ProviderError(method === 'POST' ? 'outcome_unknown' : 'too_large', message);
    }
    // The status of an error is enough.
    else break;
  }
  return Buffer.concat(chunks);
}

/** The size that an answer says it has, else that it has more than `most` bytes. */
function sizeOf({ headers }: Response, most: number): string {
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  return length > 0 ? `${(length / 1e6).toFixed(1)} MB` : `more than ${most / 1e6} MB`;
}

/** @throws ProviderError if a successful answer is not valid JSON: it was cut off, or is a proxy's */
function refuseCutOff(
  { name }: ProviderApi,
  { what, method }: ProviderCall,
  { status, json }: ProviderAnswer,
): void {
  if (json !== undefined || status === NO_CONTENT) return;
  const kind = method === 'POST' ? 'outcome_unknown' : 'closed';
  const message = `${name}, ${what}: answered ${status} with invalid or truncated JSON.`;
  throw new ProviderError(kind, message);
}

/** The parsed text. Undefined if it is not valid JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The code of an error, which fetch has in its cause. */
function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}

function refusal(
  { name }: ProviderApi,
  { what, method }: ProviderCall,
  { status, headers }: Response,
  { code, words, retryAfterMs, about, kind }: Refusal,
): ProviderError {
  const message = `${name}, ${what}: answered ${status}${code ? ` (${code})` : ''}.`;
  const waitMs = retryAfterMs ?? headerMs(headers);
  const detail = { code, words: providerWords(words), about };
  return new ProviderError(kind ?? kindOf(status, method), message, waitMs, detail);
}

function kindOf(status: number, method: string): ProviderErrorKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  if (PASSING.includes(status)) return 'unavailable';
  if (status === 408 || status >= 500) return method === 'POST' ? 'outcome_unknown' : 'unavailable';
  return 'invalid';
}

/** The retry-after header as ms: seconds, or a date by the clock of who answers (RFC 9110, 10.2.3). */
function headerMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return 1000 * Number(text);
  const untilMs = dateMs(text);
  return untilMs && Math.max(0, untilMs - (dateMs(headers.get('date')) ?? Date.now()));
}

function dateMs(text: string | null): number | undefined {
  const ms = text?.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Statuses that mean the same whoever gives them. */
const PLAIN = [401, 403, 429];

/**
 * @throws ProviderError auth for a redirect, which is never followed with credentials. Closed for a page
 *   instead of an answer, or outcome_unknown if a POST may have been carried out
 */
function refusePage(
  { name }: ProviderApi,
  { what, method }: ProviderCall,
  { status, headers }: Response,
  bytes: Buffer,
): void {
  if (status >= 300 && status < 400) {
    const message = `${name}, ${what}: answered ${status}, the address has moved. Correct it in the organisations file.`;
    throw new ProviderError('auth', message, undefined, { about: 'address' });
  }
  if (PLAIN.includes(status) || !isPage(headers, bytes)) return;
  const mayBeDone = method === 'POST' && (status < 300 || (status >= 500 && status !== 503));
  const message = `${name}, ${what}: answered ${status} with an HTML page instead of data.`;
  throw new ProviderError(mayBeDone ? 'outcome_unknown' : 'closed', message, headerMs(headers));
}

function isPage(headers: Headers, bytes: Buffer): boolean {
  if (headers.get('content-type')?.startsWith('text/html')) return true;
  return /^\s*<(!doctype html|html)/i.test(bytes.subarray(0, 200).toString('latin1'));
}
