import { busy } from '../../../http/http-error.ts';

/** How long a visitor waits for a page with its verdict: less than the silence after which a connection ends. */
const VERDICT_MS = 10_000;

/**
 * Waits for what a page says of a house, as long as a visitor does.
 * @throws HttpError busy after that
 */
export async function inTime<Answer>(computed: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const error = busy('The page gets its verdict too late for this visitor.');
    timer = setTimeout(() => reject(error), VERDICT_MS).unref();
  });
  return Promise.race([computed, tooLate]).finally(() => clearTimeout(timer));
}
