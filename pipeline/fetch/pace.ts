import type { Web } from './web.ts';

/** Keeps calls apart. */
export interface Pace {
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
