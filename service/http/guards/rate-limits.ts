/** Limits of calls in fixed windows by express-rate-limit, with RateLimit and RateLimit-Policy (IETF draft 8). */
import type { Request, RequestHandler, Response } from 'express';
import { type AugmentedRequest, rateLimit as countRequests } from 'express-rate-limit';
import { callerOf, hasKey, isIPv6, siteOf } from '../caller.ts';
import { HttpError } from '../http-error.ts';
import { TIMES_OF_SITE, type TierLimit, WINDOW_S } from './limits.ts';
import type { PointStore, Stores, WindowUsage } from './memory-store.ts';

/** Callers whose calls are counted together: an address, or the IPv6 /48 that it is in. */
interface Scope {
  store: PointStore;
  keyOf(response: Response): string;
  limitOf(response: Response): number;
  /** The callers in messages. */
  whose: string;
}

/** Points that a request has used of one scope. */
interface Use {
  scope: Scope;
  key: string;
  points: number;
  remaining: number;
  /** End of the window. */
  resetTime: Date;
}

/** A limit on calls, or on simulated cells, in fixed windows of a minute, or the limit's own. */
interface RateLimit {
  ofAddress: Scope;
  ofSite: Scope;
  windowMs: number;
  /**
   * Notes what a scope has counted, and announces what is left.
   * @param earlier what the request has used already
   * @throws HttpError rate_limited, and then nothing of it counts
   */
  note(response: Response, scope: Scope, count: Count, earlier: readonly Use[]): Use[];
  /** Uses points, with the parameters and the error of `note`. */
  consume(response: Response, points: number, earlier?: readonly Use[]): Promise<Use[]>;
  /** Gives them back, and announces it. */
  refund(response: Response, uses: readonly Use[]): void;
}

/** A count that a store has returned. */
interface Count extends WindowUsage {
  key: string;
  points: number;
}

/**
 * Makes a limit.
 * @param name of what is counted, in the plural, with hyphens for blanks
 * @param advice on another way for a caller over the limit
 * @param stores of this process, or those it shares with others
 */
export function rateLimit(
  name: string,
  tiers: TierLimit,
  advice: string,
  stores: Stores,
): RateLimit {
  const windowS = tiers.windowS ?? WINDOW_S;
  const windowMs = 1000 * windowS;
  const ofAddress: Scope = {
    store: stores(name, windowS),
    keyOf: callerOf,
    limitOf: (response) => tierLimit(tiers, response),
    whose: 'address',
  };
  const ofSite: Scope = {
    store: stores(`${name}-of-site`, windowS),
    keyOf: siteOf,
    limitOf: (response) => TIMES_OF_SITE * tierLimit(tiers, response),
    whose: 'network',
  };

  function announceUse(response: Response, { scope, resetTime }: Use, remaining: number): void {
    const limit = scope.limitOf(response);
    announce(response, { name, windowS, limit, remaining, resetS: secondsUntil(resetTime) });
  }

  function note(
    response: Response,
    scope: Scope,
    { key, points, totalHits, resetTime }: Count,
    earlier: readonly Use[],
  ): Use[] {
    const remaining = scope.limitOf(response) - totalHits;
    const use = { scope, key, points, remaining, resetTime };
    const uses = [...earlier, use];
    if (remaining >= 0) {
      if (scope === ofAddress) announceUse(response, use, remaining);
      return uses;
    }
    // A refused call is not counted, so that a call given back meanwhile allows another.
    giveBack(uses);
    announceUse(response, use, Math.max(0, remaining + pointsOf(scope, uses)));
    const retryAfterS = secondsUntil(resetTime);
    throw rateLimitError(name, tiers, advice, response, scope, retryAfterS);
  }

  return {
    ofAddress,
    ofSite,
    windowMs,
    note,
    async consume(response, points, earlier = []) {
      let uses = [...earlier];
      for (const scope of isIPv6(response.locals.ip) ? [ofSite, ofAddress] : [ofAddress]) {
        const key = scope.keyOf(response);
        const count = await scope.store.add(key, points);
        uses = note(response, scope, { ...count, key, points }, uses);
      }
      return uses;
    },
    refund(response, uses) {
      giveBack(uses);
      const last = uses.at(-1);
      if (!last) return;
      const remaining = last.remaining + pointsOf(ofAddress, uses);
      announceUse(response, last, Math.min(ofAddress.limitOf(response), remaining));
    },
  };
}

function pointsOf(scope: Scope, uses: readonly Use[]): number {
  return uses.reduce((sum, use) => sum + (use.scope === scope ? use.points : 0), 0);
}

/** A window that is over has nothing to give back to. */
function giveBack(uses: readonly Use[]): void {
  for (const { scope, key, points, resetTime } of uses) {
    if (resetTime.getTime() > Date.now()) void scope.store.add(key, -points);
  }
}

/** A counted call, in `response.locals.counted`. */
interface Counted {
  uses: Use[];
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
  stores: Stores,
  maxRefused = 0,
): RequestHandler {
  const limit = rateLimit(name, tiers, advice, stores);
  const refused = maxRefused > 0 && stores(`refused-${name}`, tiers.windowS ?? WINDOW_S);
  const refund = (response: Response) => limit.refund(response, response.locals.counted.uses);
  const refundRefused = refused
    ? async (response: Response) => {
        const { totalHits } = await refused.add(callerOf(response), 1);
        if (totalHits <= maxRefused) refund(response);
      }
    : undefined;
  const consume = async (response: Response) => {
    const { counted } = response.locals;
    counted.uses = await limit.consume(response, 1, counted.uses);
  };
  const ofAddress = requestCounter(limit, limit.ofAddress);
  const ofSite = requestCounter(limit, limit.ofSite);
  return (request, response, next) => {
    const counted: Counted = { uses: [], refund, refundRefused, consume };
    response.locals.counted = counted;
    if (!isIPv6(response.locals.ip)) return ofAddress(request, response, next);
    return ofSite(request, response, (error?: unknown) =>
      error ? next(error) : ofAddress(request, response, next),
    );
  };
}

/**
 * Counts each request at one scope. The headers are ours: the library's have a hash of the caller's address that can
 * be reversed, and caches keep answers for a day.
 */
function requestCounter({ windowMs, note }: RateLimit, scope: Scope): RequestHandler {
  function noteRequest(request: Request, response: Response): void {
    // The library has just set these fields.
    const {
      key,
      used: totalHits,
      resetTime = new Date(),
    } = (request as AugmentedRequest).rateLimit;
    const { counted } = response.locals;
    counted.uses = note(response, scope, { key, points: 1, totalHits, resetTime }, counted.uses);
  }
  const count = countRequests({
    windowMs,
    store: scope.store,
    keyGenerator: (_request, response) => scope.keyOf(response),
    limit: (_request, response) => scope.limitOf(response),
    handler: noteRequest,
    standardHeaders: false,
    legacyHeaders: false,
    // Stores count in memory while Redis fails: without any limit a flood would get through.
    passOnStoreError: false,
    // The compiler and the tests check what it would print.
    validate: false,
  });
  // Its promise is not returned: Express would await it once more.
  return (request, response, next) => {
    void count(request, response, (error?: unknown) => {
      if (error) return next(error);
      noteRequest(request, response);
      next();
    });
  };
}

function tierLimit(tiers: TierLimit, response: Response): number {
  return hasKey(response) ? tiers.withKey : tiers.withoutKey;
}

/** The rest of a limit that a caller has left. */
interface Announced {
  name: string;
  limit: number;
  remaining: number;
  windowS?: number;
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

function rateLimitError(
  name: string,
  tiers: TierLimit,
  advice: string,
  response: Response,
  { limitOf, whose }: Scope,
  retryAfterS: number,
): HttpError {
  response.locals.refusedBy = name;
  const limit = limitOf(response);
  const times = limit / tierLimit(tiers, response);
  const more = times * tiers.withKey;
  const key = !hasKey(response) && more > limit ? ` With an x-api-key the limit is ${more}.` : '';
  const window = (tiers.windowS ?? WINDOW_S) === WINDOW_S ? 'a minute' : 'an hour';
  const message = `More than ${limit} ${name.replace('-', ' ')} ${window} from your ${whose}. Try again in ${retryAfterS} s.${advice}${key}`;
  return new HttpError('rate_limited', message, undefined, retryAfterS);
}

/** Whole seconds until a window ends, at least one. */
export function secondsUntil(end: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - Date.now()) / 1000));
}
