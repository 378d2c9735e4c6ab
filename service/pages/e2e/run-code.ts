/** Runs code of the pages as it is copied. */
import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { type Listening, listen } from '../../test/listen.ts';
import type { Codes } from '../ui/write-code.ts';

const PROGRAMS: Record<keyof Codes, [string, ...string[]]> = {
  curl: ['bash', '-o', 'pipefail', '-c'],
  javascript: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
};

let callers = 0;

/**
 * Runs it with calls from an address of its own, whose rate limits no other test shares.
 * @param base of the service, in the code
 * @returns what it prints
 */
export async function runCode(
  language: keyof Codes,
  code: string,
  base: string,
  cwd?: string,
): Promise<string> {
  const [program, ...words] = PROGRAMS[language];
  const proxy = await startProxy(base, `10.8.${process.pid % 250}.${++callers % 250}`);
  try {
    const args = [...words, code.replaceAll(base, proxy.base)];
    return (await promisify(execFile)(program, args, { cwd, maxBuffer: 2 ** 24 })).stdout;
  } finally {
    proxy.close();
  }
}

/** Passes calls on to the service as those of an address. */
function startProxy(base: string, address: string): Promise<Listening> {
  return listen((incoming, answer) => {
    const { url, method, headers } = incoming;
    const onward = request(
      base + url,
      // A connection for each call: Python's calls end theirs, and Node would use it again until it has ended.
      { method, headers: { ...headers, 'x-forwarded-for': address }, agent: false },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    incoming.pipe(onward);
  });
}
