const TRIES = 4;
const WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
/** Statuses that say nothing was begun, and to come again. */
const LATER = [423, 429, 503];

/** A fetch that comes again where a provider asks for that: other programs use the account's calls, too. */
export function patientFetch(
  fetch: typeof globalThis.fetch,
  sleep: (ms: number) => Promise<unknown>,
): typeof globalThis.fetch {
  return async (input, init) => {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(input, init);
      if (!LATER.includes(answer.status) || tries === TRIES) return answer;
      await answer.body?.cancel();
      const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
      await sleep(seconds >= 0 ? Math.min(1000 * seconds, LONGEST_WAIT_MS) : WAIT_MS);
    }
  };
}
