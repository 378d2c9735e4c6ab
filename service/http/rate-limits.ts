import type { RequestHandler, Response } from 'express';
import { type TierLimit, WINDOW_S } from '../limits.ts';
import { ApiError } from './api-error.ts';
import { callerOf, hasKey } from './caller.ts';
import type { Counters, Standing } from './counters.ts';

/** A counted call. */
export interface Counted {
  /** Takes it back. */
  giveBack(): void;
}

/** The caller's own limit. */
export function limitOf(limit: TierLimit, response: Response): number {
  return hasKey(response) ? limit.withKey : limit.withoutKey;
}

/**
 * Counts calls of one kind in fixed windows of a minute, or the limit's own; refuses those above the limit.
 * Every counted answer carries RateLimit and RateLimit-Policy (IETF draft 8), and its call can be taken back
 * by `response.locals.counted`.
 * @param name of what is counted, in the plural, with hyphens for blanks
 * @param advice what else a caller over the limit can do
 * @param counters of this process, or what it shares with others
 */
export function callCounter(
  name: string,
  limit: TierLimit,
  advice: string,
  counters: Counters,
): RequestHandler {
  const windowS = limit.windowS ?? WINDOW_S;
  const shared = counters(name, windowS);

  /** A window that is over has nothing to give back to. */
  function takeBack(caller: string, endsMs: number): void {
    // A store that is lost has forgotten it.
    if (endsMs > Date.now()) Promise.resolve(shared.giveBack(caller, 1)).catch(() => {});
  }

  function judge(response: Response, caller: string, { used, msLeft }: Standing): void {
    const own = limitOf(limit, response);
    const endsMs = Date.now() + msLeft;
    const resetS = secondsIn(msLeft);
    const remaining = Math.max(0, own - used);
    announce(response, { name, windowS, limit: own, remaining, resetS });
    if (used > own) {
      // What is refused is not counted, so that a call given back meanwhile leaves room for another.
      takeBack(caller, endsMs);
      throw tooMany(name, limit, advice, response, resetS);
    }
    const counted: Counted = {
      giveBack() {
        takeBack(caller, endsMs);
        const left = Math.min(own, remaining + 1);
        const secondsLeft = secondsIn(endsMs - Date.now());
        announceAlso(response, { name, windowS, limit: own, remaining: left, resetS: secondsLeft });
      },
    };
    response.locals.counted = counted;
  }

  return (_request, response, next) => {
    const caller = callerOf(response);
    const goOn = (standing: Standing) => {
      judge(response, caller, standing);
      next();
    };
    const standing = shared.add(caller, 1);
    return standing instanceof Promise ? standing.then(goOn) : goOn(standing);
  };
}

/** How a caller stands with a counter. */
interface Announced {
  name: string;
  limit: number;
  remaining: number;
  /** Length of the window. */
  windowS?: number;
  /** Seconds until the window ends. */
  resetS: number;
}

/** Puts the caller's standing on the answer. */
function announce(
  response: Response,
  { name, limit, remaining, windowS = WINDOW_S, resetS }: Announced,
): void {
  response.setHeader('RateLimit', `"${name}";r=${remaining};t=${resetS}`);
  response.setHeader('RateLimit-Policy', `"${name}";q=${limit};w=${windowS}`);
}

/** Adds it to those with other counters, in the place of an older one with the same. */
export function announceAlso(response: Response, standing: Announced): void {
  const names = ['RateLimit', 'RateLimit-Policy'] as const;
  const others = names.map((header) =>
    String(response.getHeader(header) ?? '')
      .split(', ')
      .filter((item) => item !== '' && !item.startsWith(`"${standing.name}"`)),
  );
  announce(response, standing);
  for (const [i, header] of names.entries()) {
    response.setHeader(header, [...others[i], response.getHeader(header)].join(', '));
  }
}

/** What a caller over a limit is told. */
export function tooMany(
  name: string,
  limit: TierLimit,
  advice: string,
  response: Response,
  retryAfterS: number,
): ApiError {
  response.locals.refusedBy = name;
  const own = limitOf(limit, response);
  const canHaveMore = !hasKey(response) && limit.withKey > own;
  const key = canHaveMore ? ` With an x-api-key the limit is ${limit.withKey}.` : '';
  const window = (limit.windowS ?? WINDOW_S) === WINDOW_S ? 'a minute' : 'an hour';
  const message = `More than ${own} ${name.replace('-', ' ')} ${window} from your address. Try again in ${retryAfterS} s.${advice}${key}`;
  return new ApiError('rate_limited', message, undefined, retryAfterS);
}

/** Whole seconds until a window ends, at least one. */
export function secondsIn(msLeft: number): number {
  return Math.max(1, Math.ceil(msLeft / 1000));
}
