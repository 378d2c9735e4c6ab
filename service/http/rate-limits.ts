import type { Request, RequestHandler, Response } from 'express';
import { type RateLimitInfo, rateLimit, type Store } from 'express-rate-limit';
import { type TierLimit, WINDOW_S } from '../limits.ts';
import { ApiError } from './api-error.ts';
import { callerOf, hasKey } from './caller.ts';
import type { Counter, Counters } from './counters.ts';

/** What counts the calls of one kind. */
export interface CallCounter {
  /** Counts a call, noted in `response.locals.counter`, or refuses it above the limit. */
  count: RequestHandler[];
  /** Takes a counted call back. */
  giveBack(request: Request, response: Response): void;
}

/** A counter as the store of express-rate-limit. */
function storeOf(counter: Counter): Store {
  return {
    async increment(caller) {
      const { used, msLeft } = await counter.add(caller, 1);
      return { totalHits: used, resetTime: new Date(Date.now() + msLeft) };
    },
    async decrement(caller) {
      await counter.giveBack(caller, 1);
    },
    resetKey() {},
  };
}

/** The caller's own limit. */
export function limitOf(limit: TierLimit, response: Response): number {
  return hasKey(response) ? limit.withKey : limit.withoutKey;
}

/**
 * Counts calls in fixed windows of a minute, or the limit's own. Every counted answer carries RateLimit and
 * RateLimit-Policy (IETF draft 8).
 * @param name of what is counted, in the plural, with hyphens for blanks
 * @param advice what else a caller over the limit can do
 * @param counters of this process, or what it shares with others
 */
export function callCounter(
  name: string,
  limit: TierLimit,
  advice: string,
  counters: Counters,
): CallCounter {
  const counted = { name, windowS: limit.windowS ?? WINDOW_S };
  const shared = counters(name, counted.windowS);
  /** A window that is over has nothing to give back to. */
  const takeBack = ({ key, resetTime }: RateLimitInfo) => {
    if (Number(resetTime) > Date.now()) shared.giveBack(key, 1).catch(() => {});
  };
  const limiter = rateLimit({
    store: storeOf(shared),
    windowMs: 1000 * counted.windowS,
    limit: (_request, response) => limitOf(limit, response),
    keyGenerator: (_request, response) => callerOf(response),
    legacyHeaders: false,
    // A forged header is no mistake of ours, and the check would write to the console.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: (request, response) => {
      const info = infoOf(request);
      // What is refused is not counted, so that a call given back meanwhile leaves room for another.
      takeBack(info);
      const retryAfterS = secondsLeft(info);
      announce(response, { ...counted, limit: info.limit, remaining: 0, resetS: retryAfterS });
      throw tooMany(name, limit, advice, response, retryAfterS);
    },
  });
  const tell: RequestHandler = (request, response, next) => {
    response.locals.counter = counter;
    const info = infoOf(request);
    const { limit: own, remaining } = info;
    announce(response, { ...counted, limit: own, remaining, resetS: secondsLeft(info) });
    next();
  };
  const counter: CallCounter = {
    count: [limiter, tell],
    giveBack(request, response) {
      const info = infoOf(request);
      takeBack(info);
      const remaining = Math.min(info.limit, info.remaining + 1);
      announceAlso(response, {
        ...counted,
        limit: info.limit,
        remaining,
        resetS: secondsLeft(info),
      });
    },
  };
  return counter;
}

/** How a caller stands with a counter. */
interface Standing {
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
  { name, limit, remaining, windowS = WINDOW_S, resetS }: Standing,
): void {
  response.setHeader('RateLimit', `"${name}";r=${remaining};t=${resetS}`);
  response.setHeader('RateLimit-Policy', `"${name}";q=${limit};w=${windowS}`);
}

/** Adds it to those with other counters, in the place of an older one with the same. */
export function announceAlso(response: Response, standing: Standing): void {
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

/** What the limiter has noted on a counted request. */
function infoOf(request: Request): RateLimitInfo {
  return (request as Request & { rateLimit: RateLimitInfo }).rateLimit;
}

function secondsLeft({ resetTime }: RateLimitInfo): number {
  return secondsIn((resetTime?.getTime() ?? 0) - Date.now());
}

/** Whole seconds until a window ends, at least one. */
export function secondsIn(msLeft: number): number {
  return Math.max(1, Math.ceil(msLeft / 1000));
}
