/** Limits of calls in fixed windows, with RateLimit and RateLimit-Policy (IETF draft 8) on every counted answer. */
import type { RequestHandler, Response } from 'express';
import { callerOf, hasKey } from '../caller.ts';
import { HttpError } from '../http-error.ts';
import type { Counter, Counters, WindowUsage } from './counters.ts';
import { type TierLimit, WINDOW_S } from './limits.ts';

/** A kind of calls that is counted. */
interface Kind {
  /** Name in the plural, with hyphens for blanks. */
  name: string;
  windowS: number;
  counter: Counter;
}

/** A counted call, noted in `response.locals.counted`. */
interface Counted {
  kind: Kind;
  caller: string;
  /** Calls that it counts as. */
  points: number;
  /** The caller's own. */
  limit: number;
  remaining: number;
  /** End of the window. */
  endsMs: number;
  /** Takes it back and says so on the answer. */
  refund(response: Response): void;
  /** Takes it back because the request was refused. Undefined where a refused request counts. */
  refundRefused?: ((response: Response) => Promise<void>) | undefined;
  /** Counts it once more. @throws HttpError rate_limited, and then nothing of it counts */
  consume(response: Response): Promise<void>;
}

/** The caller's own limit. */
export function limitOf(limit: TierLimit, response: Response): number {
  return hasKey(response) ? limit.withKey : limit.withoutKey;
}

/**
 * Counts calls of one kind in fixed windows of a minute, or the limit's own. Refuses those above the limit.
 * Every counted answer carries RateLimit and RateLimit-Policy (IETF draft 8).
 * @param name of the counted calls, in the plural, with hyphens for blanks
 * @param advice on another way for a caller over the limit
 * @param counters of this process, or those it shares with others
 * @param mostRefused how many refused requests (400, 413, 422) a caller gets back in a window
 */
export function callCounter(
  name: string,
  tiers: TierLimit,
  advice: string,
  counters: Counters,
  mostRefused = 0,
): RequestHandler {
  const windowS = tiers.windowS ?? WINDOW_S;
  const kind: Kind = { name, windowS, counter: counters(name, windowS) };
  const refused = mostRefused > 0 ? counters(`refused-${name}`, windowS) : undefined;
  const refundRefused =
    refused &&
    (async (response: Response) => {
      const { used } = await refused.consume(callerOf(response), 1);
      if (used <= mostRefused) response.locals.counted.refund(response);
    });
  const consume = async (response: Response) => {
    const { caller, points }: Counted = response.locals.counted;
    judge(response, caller, await kind.counter.consume(caller, 1), points + 1);
  };
  const judge = (
    response: Response,
    caller: string,
    { used, msLeft }: WindowUsage,
    points: number,
  ) => {
    const limit = limitOf(tiers, response);
    const isRefused = used > limit;
    const remaining = Math.max(0, limit - used + (isRefused ? points : 0));
    const resetS = secondsIn(msLeft);
    const endsMs = Date.now() + msLeft;
    const counted: Counted = {
      kind,
      caller,
      points,
      limit,
      remaining,
      endsMs,
      refund,
      refundRefused,
      consume,
    };
    announce(response, { name, windowS, limit, remaining, resetS });
    if (!isRefused) {
      response.locals.counted = counted;
      return;
    }
    // A refused call is not counted, so that a call given back meanwhile allows another.
    takeBack(counted);
    throw rateLimitError(name, tiers, advice, response, resetS);
  };
  return (_request, response, next) => {
    const caller = callerOf(response);
    const usage = kind.counter.consume(caller, 1);
    if (usage instanceof Promise)
      return usage.then((shared) => judge(response, caller, shared, 1)).then(() => next());
    judge(response, caller, usage, 1);
    return next();
  };
}

function refund(this: Counted, response: Response): void {
  const { kind, limit, endsMs } = this;
  const { name, windowS } = kind;
  takeBack(this);
  const remaining = Math.min(limit, this.remaining + this.points);
  announceAlso(response, {
    name,
    windowS,
    limit,
    remaining,
    resetS: secondsIn(endsMs - Date.now()),
  });
}

/** A window that is over has nothing to give back to. */
function takeBack({ kind, caller, points, endsMs }: Counted): void {
  if (endsMs <= Date.now()) return;
  const usage = kind.counter.refund(caller, points);
  if (usage instanceof Promise) usage.catch(() => {});
}

/** What a caller has left of a counter. */
interface Announced {
  name: string;
  limit: number;
  remaining: number;
  /** Length of the window. */
  windowS?: number;
  /** Seconds until the window ends. */
  resetS: number;
}

/** Puts it on the answer. */
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
  const before = names.map((header) => String(response.getHeader(header) ?? ''));
  announce(response, standing);
  for (const [i, header] of names.entries()) {
    const others = withoutItem(before[i], standing.name);
    if (others) response.setHeader(header, `${others}, ${response.getHeader(header)}`);
  }
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
export function rateLimitError(
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
export function secondsIn(msLeft: number): number {
  return Math.max(1, Math.ceil(msLeft / 1000));
}
