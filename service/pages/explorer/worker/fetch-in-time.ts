import { aheadName, takeFile } from './read-ahead.ts';

/** A file that has not come by then is given up, and asked for again. */
const MOST_MS = 12_000;

/** `fetch`, but what hangs fails, and what is on its way already is not asked for again. */
export const fetchInTime: typeof fetch = async (input, init) => {
  const range = new Headers(init?.headers).get('Range') ?? '';
  const ahead = await takeFile(aheadName(String(input), range));
  if (ahead === null) throw new TypeError(`${input} gave no answer.`);
  return ahead ?? fetch(input, { ...init, signal: AbortSignal.timeout(MOST_MS) });
};
