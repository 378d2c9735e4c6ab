/** Limits of calls in fixed windows, with RateLimit and RateLimit-Policy (IETF draft 8) on every counted answer. */
import type { RequestHandler, Response } from 'express';
import { callerOf, hasKey } from '../caller.ts';
import { HttpError } from '../http-error.ts';
import type { Counters, WindowUsage } from './counters.ts';
import { type TierLimit, WINDOW_S } from './limits.ts';

/** Points of a limit that a request has used. */
interface Usage {
  points: number;
  /** Points that the caller has left. */
  remaining: number;
  /** End of the window. */
  endsMs: number;
}

/** A limit on calls, or on simulated cells, in fixed windows of a minute, or the limit's own. */
export interface RateLimit {
  /**
   * Uses points, and announces what is left.
   * @param before points that the request has used already
   * @throws HttpError rate_limited, and then neither of them count
   */
  consume(response: Response, points: number, before?: number): Usage | Promise<Usage>;
  /** Gives points back, and announces it. */
  refund(response: Response, usage: Usage): void;
}

/**
 * Makes a limit.
 * @param name of what is counted, in the plural, with hyphens for blanks
 * @param advice on another way for a caller over the limit
 * @param counters of this process, or those it shares with others
 */
export function rateLimit(
  name: string,
  tiers: TierLimit,
  advice: string,
  counters: Counters,
): RateLimit {
  const windowS = tiers.windowS ?? WINDOW_S;
  const counter = counters(name, windowS);

  function announceUsage(response: Response, { remaining, endsMs }: Usage): void {
    const limit = limitOf(tiers, response);
    announce(response, { name, windowS, limit, remaining, resetS: secondsUntil(endsMs) });
  }

  function judge(response: Response, { used, msLeft }: WindowUsage, points: number): Usage {
    const limit = limitOf(tiers, response);
    const isRefused = used > limit;
    const remaining = Math.max(0, limit - used + (isRefused ? points : 0));
    const usage = { points, remaining, endsMs: Date.now() + msLeft };
    announceUsage(response, usage);
    if (!isRefused) return usage;
    // A refused call is not counted, so that a call given back meanwhile allows another.
    takeBack(response, usage);
    throw rateLimitError(name, tiers, advice, response, secondsUntil(usage.endsMs));
  }

  /** A window that is over has nothing to give back to. */
  function takeBack(response: Response, { points, endsMs }: Usage): void {
    if (endsMs <= Date.now()) return;
    const usage = counter.refund(callerOf(response), points);
    if (usage instanceof Promise) usage.catch(() => {});
  }

  return {
    consume(response, points, before = 0) {
      const usage = counter.consume(callerOf(response), points);
      return usage instanceof Promise
        ? usage.then((shared) => judge(response, shared, points + before))
        : judge(response, usage, points + before);
    },
    refund(response, usage) {
      takeBack(response, usage);
      const remaining = Math.min(limitOf(tiers, response), usage.remaining + usage.points);
      announceUsage(response, { ...usage, remaining });
    },
  };
}

/** A counted call, in `response.locals.counted`. */
interface Counted {
  usage: Usage;
  /** Gives it back. */
  refund(response: Response): void;
  /** Gives it back because the request was refused. Undefined where a refused request counts. */
  refundRefused: ((response: Response) => Promise<void>) | undefined;
  /** Counts it once more. @throws HttpError rate_limited, and then nothing of it counts */
  consume(response: Response): Promise<void>;
}

/**
 * Counts each call as a point of a limit, with the parameters of `rateLimit`.
 * @param maxRefused how many refused requests (400, 413, 422) a caller gets back in a window
 */
export function callCounter(
  name: string,
  tiers: TierLimit,
  advice: string,
  counters: Counters,
  maxRefused = 0,
): RequestHandler {
  const limit = rateLimit(name, tiers, advice, counters);
  const refused = maxRefused > 0 && counters(`refused-${name}`, tiers.windowS ?? WINDOW_S);
  const refund = (response: Response) => limit.refund(response, response.locals.counted.usage);
  const refundRefused = refused
    ? async (response: Response) => {
        const { used } = await refused.consume(callerOf(response), 1);
        if (used <= maxRefused) refund(response);
      }
    : undefined;
  const consume = async (response: Response) => {
    const { points }: Usage = response.locals.counted.usage;
    note(response, await limit.consume(response, 1, points));
  };
  const note = (response: Response, usage: Usage) => {
    const counted: Counted = { usage, refund, refundRefused, consume };
    response.locals.counted = counted;
  };
  return (_request, response, next) => {
    const usage = limit.consume(response, 1);
    if (usage instanceof Promise)
      return usage.then((shared) => note(response, shared)).then(() => next());
    note(response, usage);
    return next();
  };
}

/** The caller's own limit. */
function limitOf(tiers: TierLimit, response: Response): number {
  return hasKey(response) ? tiers.withKey : tiers.withoutKey;
}

/** What a caller has left of a limit. */
interface Announced {
  name: string;
  limit: number;
  remaining: number;
  /** Length of the window. */
  windowS?: number;
  /** Seconds until the window ends. */
  resetS: number;
}

/** Puts it on the answer, next to other limits, in the place of an older one of the same. */
export function announce(
  response: Response,
  { name, limit, remaining, windowS = WINDOW_S, resetS }: Announced,
): void {
  addItem(response, 'RateLimit', name, `"${name}";r=${remaining};t=${resetS}`);
  addItem(response, 'RateLimit-Policy', name, `"${name}";q=${limit};w=${windowS}`);
}

function addItem(response: Response, header: string, name: string, item: string): void {
  const before = response.getHeader(header);
  const others = before === undefined ? '' : withoutItem(String(before), name);
  response.setHeader(header, others ? `${others}, ${item}` : item);
}

/** The items of a header but that of a name. Most answers have one item. */
function withoutItem(header: string, name: string): string {
  const start = `"${name}"`;
  if (header.startsWith(start) && !header.includes(', ')) return '';
  return header
    .split(', ')
    .filter((item) => !item.startsWith(start))
    .join(', ');
}

/** Error for a caller over a limit. */
function rateLimitError(
  name: string,
  limit: TierLimit,
  advice: string,
  response: Response,
  retryAfterS: number,
): HttpError {
  response.locals.refusedBy = name;
  const own = limitOf(limit, response);
  const canHaveMore = !hasKey(response) && limit.withKey > own;
  const key = canHaveMore ? ` With an x-api-key the limit is ${limit.withKey}.` : '';
  const window = (limit.windowS ?? WINDOW_S) === WINDOW_S ? 'a minute' : 'an hour';
  const message = `More than ${own} ${name.replace('-', ' ')} ${window} from your address. Try again in ${retryAfterS} s.${advice}${key}`;
  return new HttpError('rate_limited', message, undefined, retryAfterS);
}

/** Whole seconds until a window ends, at least one. */
function secondsUntil(endsMs: number): number {
  return Math.max(1, Math.ceil((endsMs - Date.now()) / 1000));
}
