/** Time as an adapter sees it: the process's, or a test's own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/** Waits until one more call may be made. */
export type Turn = () => Promise<void>;

/**
 * At most so many calls in any window of that length, in the order in which they are asked for. A
 * token bucket would allow twice as many in the window after a rest, which Fortnox counts.
 */
export function callWindow(calls: number, windowMs: number, clock: Clock): Turn {
  const startedMs: number[] = [];
  let last: Promise<void> = Promise.resolve();

  async function turn(): Promise<void> {
    if (startedMs.length === calls) {
      const waitMs = startedMs[0] + windowMs - clock.now();
      // A clock that is set back makes nobody wait longer than a window.
      if (waitMs > 0) await clock.sleep(Math.min(waitMs, windowMs));
      startedMs.shift();
    }
    startedMs.push(clock.now());
  }

  return () => {
    last = last.then(turn);
    return last;
  };
}
