import type { Web } from './web.ts';

/** Keeps calls apart. */
export interface Pace {
  /** Resolves when the next call may start. */
  turn(): Promise<void>;
  /** No call starts for so long: the server asked for a pause. Resolves when it is over. */
  pause(ms: number): Promise<void>;
}

/** Starts at most so many calls a second, evenly spaced, however many wait. */
export function paceOf(callsPerSecond: number, web: Web): Pace {
  const gapMs = 1000 / callsPerSecond;
  let freeAt = 0;
  async function turn(): Promise<void> {
    const now = web.now();
    const at = Math.max(now, freeAt);
    freeAt = at + gapMs;
    if (at > now) await web.sleep(at - now);
  }
  async function pause(ms: number): Promise<void> {
    freeAt = Math.max(freeAt, web.now() + ms);
    await web.sleep(ms);
  }
  return { turn, pause };
}
