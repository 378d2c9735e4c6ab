import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

/** What a caller has used of a window. */
export interface WindowUsage {
  used: number;
  /** Until the window ends. */
  msLeft: number;
}

/** Counts what callers use in fixed windows: calls, or weighted cells. A window begins with the caller's first use. */
export interface Counter {
  consume(caller: string, points: number): Promise<WindowUsage>;
  refund(caller: string, points: number): Promise<WindowUsage>;
}

/**
 * Makes the counter of that name: of this process, or one that nodes share.
 * @param windowS length of its windows
 */
export type Counters = (name: string, windowS: number) => Counter;

/** Counters of this process. */
export const memoryCounters: Counters = (name, windowS) =>
  counterOf(new RateLimiterMemory(limiterOptions(name, windowS)));

/** Options of the library's limiters. They only count: usage is judged by the caller's tier. */
export function limiterOptions(name: string, windowS: number) {
  return { keyPrefix: `sun:${name}`, points: Number.MAX_SAFE_INTEGER, duration: windowS };
}

/** A counter that counts by a limiter of the library. */
export function counterOf(limiter: RateLimiterAbstract): Counter {
  const { duration } = limiter;
  const change = async (caller: string, points: number) => {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(caller, points);
    // What is refunded behind the end of its window must not be a credit in the next.
    if (consumedPoints < 0) await limiter.penalty(caller, -consumedPoints);
    // A clock that is set back must not make a caller wait for longer than the window.
    return { used: Math.max(0, consumedPoints), msLeft: Math.min(msBeforeNext, 1000 * duration) };
  };
  return { consume: change, refund: (caller, points) => change(caller, -points) };
}
