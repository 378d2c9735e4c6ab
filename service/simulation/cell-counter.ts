import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callerOf, hasKey } from '../http/caller.ts';
import { announceAlso, limitOf, tooMany } from '../http/rate-limits.ts';
import { type TierLimit, WINDOW_S } from '../limits.ts';

const NAME = 'simulation-cells';
const ADVICE = ' A simulation costs one cell, a comparison sizes x strategies.';

/** What counts simulated cells. A store that several nodes share has the same interface. */
export interface CellCounter {
  /** Takes so many cells, all or none. @throws ApiError rate_limited */
  take(response: Response, cells: number): Promise<void>;
  giveBack(response: Response, cells: number): Promise<void>;
}

/** Counts cells in fixed windows of a minute. */
export function cellCounter(limit: TierLimit): CellCounter {
  const tiers = {
    withoutKey: new RateLimiterMemory({ points: limit.withoutKey, duration: WINDOW_S }),
    withKey: new RateLimiterMemory({ points: limit.withKey, duration: WINDOW_S }),
  };
  const tierOf = (response: Response) => (hasKey(response) ? tiers.withKey : tiers.withoutKey);
  const tell = (response: Response, { remainingPoints, msBeforeNext }: RateLimiterRes) => {
    const resetS = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const own = limitOf(limit, response);
    announceAlso(response, { name: NAME, limit: own, remaining: remainingPoints, resetS });
    return resetS;
  };
  return {
    async take(response, cells) {
      const caller = callerOf(response);
      try {
        tell(response, await tierOf(response).consume(caller, cells));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterS = tell(response, await tierOf(response).reward(caller, cells));
        throw tooMany(NAME, limit, ADVICE, response, retryAfterS);
      }
    },
    async giveBack(response, cells) {
      tell(response, await tierOf(response).reward(callerOf(response), cells));
    },
  };
}
