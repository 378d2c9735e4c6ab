/** Runs code of the pages as it is copied. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from '../../test/until.ts';

/** Programs that run the code of each language. */
export const PROGRAMS = {
  curl: ['bash', '-o', 'pipefail', '-c'],
  javascript: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
};

/**
 * Runs it, again while the limit of this machine's address is reached, which other tests share.
 * @returns what it prints
 */
export async function runCode(
  language: keyof typeof PROGRAMS,
  code: string,
  cwd?: string,
): Promise<string> {
  const [program, ...words] = PROGRAMS[language];
  const options = { cwd, maxBuffer: 2 ** 24 };
  const run = () =>
    promisify(execFile)(program, [...words, code], options).catch((error: Error) => {
      // Python names only the status.
      if (/rate_limited|HTTP Error 429/.test(error.message)) return { stdout: LIMITED };
      throw error;
    });
  const { stdout } = await until(async () => {
    const ran = await run();
    return ran.stdout.includes(LIMITED) ? null : ran;
  }, 'the limit of simulations is free again');
  return stdout;
}

const LIMITED = '"code":"rate_limited"';
