import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** How a caller stands in a window. */
export interface Standing {
  used: number;
  /** Until the window ends. */
  msLeft: number;
}

/** Counts what callers use in fixed windows: calls, or weighted cells. */
export interface Counter {
  /** Counts so much more of a caller's. */
  add(caller: string, points: number): Promise<Standing>;
  /** Takes so much back. */
  giveBack(caller: string, points: number): Promise<Standing>;
}

/**
 * Makes the counter of that name: of this process, or one that processes or nodes share.
 * @param windowS length of its windows
 */
export type Counters = (name: string, windowS: number) => Counter;

/** What of rate-limiter-flexible counts, whatever the store; it judges no limit here. */
interface Limiter {
  penalty(key: string, points: number): Promise<RateLimiterRes>;
  reward(key: string, points: number): Promise<RateLimiterRes>;
}

/** Who uses how much is judged elsewhere. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Counters of this process alone. */
export const ownCounters: Counters = (name, windowS) =>
  counterOf(new RateLimiterMemory({ keyPrefix: name, points: NO_LIMIT, duration: windowS }));

/** A counter on a limiter of the library. */
export function counterOf(limiter: Limiter): Counter {
  return {
    add: async (caller, points) => standing(await limiter.penalty(caller, points)),
    giveBack: async (caller, points) => standing(await limiter.reward(caller, points)),
  };
}

function standing({ consumedPoints, msBeforeNext }: RateLimiterRes): Standing {
  return { used: consumedPoints, msLeft: msBeforeNext };
}
