/** Reads of a file on a web server. No answer takes more memory than the requested bytes. */

import { MAGIC } from '../../../../schemas/codec/artifact.ts';
import { isSame } from '../../../../schemas/codec/digest.ts';
import { SunError } from '../client.ts';

export interface Part {
  bytes: Uint8Array<ArrayBuffer>;
  tag: string | null;
}

/** How a file is requested. */
export interface Ask {
  /** Past every cache. Node's types of requests do not have it. */
  cache?: 'reload' | undefined;
  signal?: AbortSignal | undefined;
}

/** Reads files by their addresses. @param given function to use instead of the global fetch */
export function webOf(given: typeof fetch | undefined) {
  const ask = async (url: URL, how: Ask, headers?: Record<string, string>) => {
    const init = initOf(how, headers);
    const response = await reach(url, () => (given ?? fetch)(url, init));
    if (response.ok) return response;
    await response.body?.cancel();
    throw failure(url, response.status);
  };
  return {
    /** Reads a range, or less where the file ends before. @throws SunError also when the server ignores ranges */
    async range(url: URL, from: number, length: number, how: Ask = {}): Promise<Part> {
      const response = await ask(url, how, { Range: `bytes=${from}-${from + length - 1}` });
      if (response.status !== 206 || response.headers.has('content-encoding')) {
        await response.body?.cancel();
        throw withoutRanges(url, response);
      }
      return { bytes: await bodyOf(url, response, length), tag: response.headers.get('etag') };
    },
    /** Reads an artifact whole. @throws SunError also when it has more than `mostBytes`, or does not begin as one */
    whole: async (url: URL, mostBytes: number) =>
      bodyOf(url, await ask(url, {}), mostBytes, startProblem),
  };
}

function initOf({ cache, signal }: Ask, headers?: Record<string, string>): RequestInit & Ask {
  return {
    ...(headers ? { headers } : {}),
    ...(cache ? { cache } : {}),
    ...(signal ? { signal } : {}),
  };
}

/** The body of an answer, which is given up when it has more bytes than it may have, or does not begin as it should. */
async function bodyOf(
  url: URL,
  { body }: Response,
  mostBytes: number,
  findProblem: (start: Uint8Array, name: string) => string | null = () => null,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(mostBytes);
  const reader = body?.getReader();
  let length = 0;
  while (reader) {
    const { done, value } = await reach(url, () => reader.read());
    if (done) break;
    const problem =
      (length === 0 && findProblem(value, url.href)) ||
      (length + value.length > mostBytes && `${url.href} returned more than ${mostBytes} bytes.`);
    if (problem) {
      await reader.cancel();
      throw new SunError(problem, { code: 'unexpected_answer', status: 0 });
    }
    bytes.set(value, length);
    length += value.length;
  }
  return bytes.subarray(0, length);
}

/** Why some bytes are not the beginning of an artifact. */
function startProblem(start: Uint8Array, name: string): string | null {
  const magic = start.subarray(0, MAGIC.length);
  return isSame(magic, MAGIC.subarray(0, magic.length))
    ? null
    : `${name} is not a pv-yield.bin or prices.bin.`;
}

async function reach<Result>(url: URL, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const parts = { code: 'unreachable', status: 0 };
    throw new SunError(`${url.href} did not answer.`, parts, { cause });
  }
}

function withoutRanges(url: URL, { status, headers }: Response): SunError {
  const bytes = Number(headers.get('content-length'));
  const size = bytes > 0 ? ` (${(bytes / 1e6).toFixed(1)} MB)` : '';
  const message = `${url.href}: the server ignores range requests or compresses the file. open(url, { whole: true }) reads it in one piece${size}.`;
  return new SunError(message, { code: 'unexpected_answer', status });
}

/** Codes and words of an error by status. */
const FAILURES: Record<number, readonly [code: string, what: string]> = {
  // S3's answer for a missing file, to callers who may not list the folder.
  403: ['unexpected_answer', 'does not exist, or access is denied'],
  404: ['unexpected_answer', 'does not exist'],
  410: ['unexpected_answer', 'does not exist'],
  416: ['changed', 'is shorter than its head says: it changed while it was read'],
};

function failure(url: URL, status: number): SunError {
  const [code, what] = FAILURES[status] ?? ['unreachable', 'could not be read'];
  return new SunError(`${url.href} ${what} (status ${status}).`, { code, status });
}
