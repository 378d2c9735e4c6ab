import type { Response } from 'express';
import { callerOf } from '../../http/caller.ts';
import type { Counters, Standing } from '../../http/guards/counters.ts';
import { type TierLimit, WINDOW_S } from '../../http/guards/limits.ts';
import { announceAlso, limitOf, secondsIn, tooMany } from '../../http/guards/rate-limits.ts';

const NAME = 'simulation-cells';
const ADVICE = ' A simulation costs one cell, a comparison sizes x strategies.';

/** What counts simulated cells. */
export interface CellCounter {
  /** Takes so many cells, all or none. @throws HttpError rate_limited */
  take(response: Response, cells: number): Promise<void>;
  giveBack(response: Response, cells: number): Promise<void>;
}

/** Counts cells in fixed windows of a minute. */
export function cellCounter(limit: TierLimit, counters: Counters): CellCounter {
  const counter = counters(NAME, WINDOW_S);
  const tell = (response: Response, { used, msLeft }: Standing) => {
    const own = limitOf(limit, response);
    const resetS = secondsIn(msLeft);
    announceAlso(response, { name: NAME, limit: own, remaining: Math.max(0, own - used), resetS });
    return resetS;
  };
  return {
    async take(response, cells) {
      const caller = callerOf(response);
      const standing = await counter.add(caller, cells);
      if (standing.used <= limitOf(limit, response)) {
        tell(response, standing);
        return;
      }
      const retryAfterS = tell(response, await counter.giveBack(caller, cells));
      throw tooMany(NAME, limit, ADVICE, response, retryAfterS);
    },
    async giveBack(response, cells) {
      tell(response, await counter.giveBack(callerOf(response), cells));
    },
  };
}
