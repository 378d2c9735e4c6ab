/** Reads of a file on a web server, by ranges or whole. */
import { SunError } from '../sdk/client.ts';

/** Part of a file that was read. */
export interface Part {
  bytes: Uint8Array;
  /** Whether the server gave the range that was asked for, and no more. */
  isRange: boolean;
  tag: string | null;
}

/** How a file is asked for. */
export interface Ask {
  /** Past every cache, where it is given; Node's own types of requests have no word for it. */
  cache?: 'reload' | undefined;
  signal?: AbortSignal | undefined;
}

/** Reads files by their addresses. */
export interface Web {
  /** Reads a range; of a server without ranges the file's beginning alone, where that was asked for. */
  range(url: URL, from: number, length: number, how?: Ask): Promise<Part>;
  /** Reads a file whole. */
  whole(url: URL, how?: Ask): Promise<Uint8Array>;
}

/** @param given function in the place of the global fetch */
export function webOf(given: typeof fetch | undefined): Web {
  const ask = async (url: URL, how: Ask, headers?: Record<string, string>) => {
    const init = initOf(how, headers);
    const response = await reach(url, () => (given ?? fetch)(url, init));
    if (response.ok) return response;
    await response.body?.cancel();
    throw failure(url, response.status);
  };
  return {
    async range(url, from, length, how = {}) {
      const headers = { Range: `bytes=${from}-${from + length - 1}` };
      const response = await ask(url, how, headers);
      const isRange = response.status === 206;
      const bytes = isRange
        ? await bodyOf(url, response)
        : await reach(url, () => beginning(response, from === 0 ? length : 0));
      return { bytes, isRange, tag: response.headers.get('etag') };
    },
    whole: async (url, how = {}) => bodyOf(url, await ask(url, how)),
  };
}

function initOf({ cache, signal }: Ask, headers?: Record<string, string>): RequestInit & Ask {
  return {
    ...(headers ? { headers } : {}),
    ...(cache ? { cache } : {}),
    ...(signal ? { signal } : {}),
  };
}

async function bodyOf(url: URL, response: Response): Promise<Uint8Array> {
  return new Uint8Array(await reach(url, () => response.arrayBuffer()));
}

/** The first bytes of a body; the rest is not read. */
async function beginning({ body }: Response, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const reader = body?.getReader();
  let at = 0;
  while (reader && at < length) {
    const { done, value } = await reader.read();
    if (done) break;
    const piece = value.subarray(0, length - at);
    bytes.set(piece, at);
    at += piece.length;
  }
  await reader?.cancel();
  return bytes.subarray(0, at);
}

async function reach<Result>(url: URL, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const parts = { code: 'unreachable', status: 0 };
    throw new SunError(`${url.href} gave no answer.`, parts, { cause });
  }
}

/** Codes and words of an error by status. */
const FAILURES: Record<number, readonly [code: string, what: string]> = {
  // S3 says so of what is not there to whoever may not list a folder.
  403: ['unexpected_answer', 'is not there, or may not be read'],
  404: ['unexpected_answer', 'is not there'],
  410: ['unexpected_answer', 'is not there'],
  416: ['changed', 'is shorter than its head says: it was changed while it was read'],
};

function failure(url: URL, status: number): SunError {
  const [code, what] = FAILURES[status] ?? ['unreachable', 'was not given'];
  return new SunError(`${url.href} ${what} (status ${status}).`, { code, status });
}
