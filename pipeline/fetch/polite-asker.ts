import { request, textOf } from './request.ts';
import { withRetries } from './retries.ts';
import type { Web } from './web.ts';

/** Keeps calls apart. */
interface Pace {
  /** Resolves when the next call may start; in the order asked. */
  turn(): Promise<void>;
  /** No call starts for so long: the server asked for a pause. Resolves when it is over. */
  pause(ms: number): Promise<void>;
}

/**
 * Starts at most so many calls in any second, however many wait. The gap counts from when a call
 * really started: a timer that is late must not bring two together.
 */
export function paceOf(callsPerSecond: number, web: Web): Pace {
  const gapMs = Math.ceil(1000 / callsPerSecond);
  let freeAtMs = 0;
  let queue = Promise.resolve();
  async function next(): Promise<void> {
    while (web.now() < freeAtMs) await web.sleep(freeAtMs - web.now());
    freeAtMs = web.now() + gapMs;
  }
  function turn(): Promise<void> {
    queue = queue.then(next);
    return queue;
  }
  async function pause(ms: number): Promise<void> {
    freeAtMs = Math.max(freeAtMs, web.now() + ms);
    await web.sleep(ms);
  }
  return { turn, pause };
}

/** A small answer: 200, or a refusal (4xx) that asking again would not change. */
interface TextAnswer {
  status: number;
  text: string;
}

/** Asks an address, patiently. */
export type Ask = (url: string) => Promise<TextAnswer>;

/** Asks a service at most so many times a second, retries included. */
export function politeAsker(callsPerSecond: number, web: Web): Ask {
  const pace = paceOf(callsPerSecond, web);
  const askOnce = async (url: string): Promise<TextAnswer> => {
    await pace.turn();
    const answer = await request(url, {}, web);
    return { status: answer.status, text: await textOf(answer) };
  };
  return (url) => withRetries(() => askOnce(url), pace.pause);
}

/**
 * Works through items in their order with at most so many in hand. After the first failure no
 * further item is begun; it is thrown when those in hand have ended.
 */
export async function fewAtATime<T>(
  items: Iterable<T>,
  inHand: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: inHand }, worker));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
