/** Time as an adapter sees it: the process's, or a test's own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** The window of an account whose calls others make, too. Without it an adapter counts its own. */
  window?: (calls: number, windowMs: number) => Turn;
}

/** Waits until one more call may be made. @throws CallsUsedUp when that takes longer than 1 s */
export type Turn = () => Promise<void>;

/** The calls of the window are used up: the caller should do something else until then. */
export class CallsUsedUp extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`Another call may be made in ${waitMs} ms.`);
    this.waitMs = waitMs;
  }
}

export const LONGEST_WAIT_MS = 1_000;

/**
 * Admits at most so many calls in any window of that length, in the order in which they are requested. A
 * token bucket would allow twice as many in the window after a rest, which Fortnox counts.
 */
export function callWindow(calls: number, windowMs: number, clock: Clock): Turn {
  return clock.window?.(calls, windowMs) ?? ownWindow(calls, windowMs, clock);
}

function ownWindow(calls: number, windowMs: number, clock: Clock): Turn {
  const startedMs: number[] = [];
  let last: Promise<void> = Promise.resolve();

  async function turn(): Promise<void> {
    if (startedMs.length === calls) {
      const nowMs = clock.now();
      // A clock that is set back makes nobody wait longer than a window.
      if (startedMs[calls - 1] > nowMs) startedMs.fill(nowMs);
      const waitMs = startedMs[0] + windowMs - nowMs;
      if (waitMs > LONGEST_WAIT_MS) throw new CallsUsedUp(waitMs);
      if (waitMs > 0) await clock.sleep(waitMs);
      startedMs.shift();
    }
    startedMs.push(clock.now());
  }

  return () => {
    const own = last.then(turn);
    last = own.catch(() => {});
    return own;
  };
}
