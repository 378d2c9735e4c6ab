/** The time of an adapter: the process's, or a test's. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** A window that adapters share. Without it each adapter has its own. */
  window?: (calls: number, windowMs: number) => Turn;
}

/** Waits until one more call may be made. @throws CallsUsedUp when that takes longer than 1 s */
export type Turn = () => Promise<void>;

/** The calls of the window are used up. */
export class CallsUsedUp extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`Another call may be made in ${waitMs} ms.`);
    this.waitMs = waitMs;
  }
}

export const LONGEST_WAIT_MS = 1_000;

/**
 * Admits at most this many calls in any window of that length, in order. A token bucket would allow twice as many after
 * a pause, which exceeds Fortnox's limit.
 */
export function callWindow(calls: number, windowMs: number, clock: Clock): Turn {
  const shared = clock.window?.(calls, windowMs);
  if (shared) return shared;
  const startedMs: number[] = [];
  let last: Promise<void> = Promise.resolve();

  async function turn(): Promise<void> {
    if (startedMs.length === calls) {
      const nowMs = clock.now();
      // After the clock was set back, wait for one window at most.
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
