/** What a caller has used of a window. */
export interface WindowUsage {
  used: number;
  /** Until the window ends. */
  msLeft: number;
}

/** Counts what callers use in fixed windows: calls, or weighted cells. A window begins with the caller's first use. */
export interface Counter {
  consume(caller: string, points: number): WindowUsage | Promise<WindowUsage>;
  refund(caller: string, points: number): WindowUsage | Promise<WindowUsage>;
}

/**
 * Makes the counter of that name: of this process, or one that nodes share.
 * @param windowS length of its windows
 */
export type Counters = (name: string, windowS: number) => Counter;

/** A window that has begun. */
interface Window {
  used: number;
  endsMs: number;
}

/** Counters of this process. They count at once: promises and timers, as RateLimiterMemory has, are 5 % of a lookup. */
export const memoryCounters: Counters = (_name, windowS) => {
  const windowMs = 1000 * windowS;
  // In the order in which they began, which is that of their ends.
  const windows = new Map<string, Window>();

  function evictEnded(nowMs: number): void {
    for (const [caller, { endsMs }] of windows) {
      if (endsMs > nowMs) return;
      windows.delete(caller);
    }
  }

  function windowOf(caller: string, nowMs: number): Window {
    const begun = windows.get(caller);
    if (begun && begun.endsMs > nowMs) return begun;
    evictEnded(nowMs);
    const window = { used: 0, endsMs: nowMs + windowMs };
    windows.set(caller, window);
    return window;
  }

  function change(caller: string, points: number): WindowUsage {
    const nowMs = Date.now();
    const window = windowOf(caller, nowMs);
    window.used = Math.max(0, window.used + points);
    // A clock that is set back must not make a caller wait for longer than the window.
    window.endsMs = Math.min(window.endsMs, nowMs + windowMs);
    return { used: window.used, msLeft: window.endsMs - nowMs };
  }
  return { consume: change, refund: (caller, points) => change(caller, -points) };
};
