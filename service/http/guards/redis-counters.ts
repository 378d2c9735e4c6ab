import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { Counter, Counters } from './counters.ts';

/** How long a caller waits for Redis at most. */
const ANSWER_MS = 100;
const RETRY_MS = 1_000;
/** Redis is checked this often, so that its loss is noticed also when nobody calls. */
const CHECK_EVERY_MS = 500;
/** Checks in a row that fail before Redis counts as down: a busy machine is late for three seconds at times. */
const FAILED_CHECKS = 6;

/** Counters that all nodes share. */
export interface RedisCounters {
  counters: Counters;
  /** Whether Redis is down, so that this node counts by itself. */
  isLost(): boolean;
  close(): void;
}

/**
 * Counters in a Redis or Valkey that all nodes share. While it refuses writes, is slow or does not answer, each node
 * counts by itself. That is logged once, and so is its return. A start does not wait for it.
 */
export function redisCounters(url: string, log: Logger): RedisCounters {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: ANSWER_MS,
    connectTimeout: RETRY_MS,
    retryStrategy: () => RETRY_MS,
  });
  const redis = { storeClient: client, rejectIfRedisNotReady: true };
  const { isLost, stop } = watchRedis(client, log);
  return {
    counters: (name, windowS) => {
      const options = limiterOptions(name, windowS);
      const insuranceLimiter = new RateLimiterMemory(options);
      return counterOf(new RateLimiterRedis({ ...options, ...redis, insuranceLimiter }));
    },
    isLost,
    close() {
      stop();
      client.disconnect();
    },
  };
}

/** Writes every half a second, and logs when Redis goes down and when it is back. */
function watchRedis(client: Redis, log: Logger) {
  const probe = new RateLimiterRedis({
    ...limiterOptions('probe', 1),
    storeClient: client,
    rejectIfRedisNotReady: true,
  });
  let failures = 0;
  let reason = 'it does not answer';
  client.on('error', ({ message }: Error) => {
    reason = message || reason;
  });
  const succeed = () => {
    if (failures >= FAILED_CHECKS)
      log.info('The store of REDIS_URL is back, limits are shared again.');
    failures = 0;
  };
  const fail = (error: Error) => {
    if (client.status === 'ready') reason = error.message.replace(/\.? script: .*/, '');
    if (++failures === FAILED_CHECKS) {
      log.error(
        `The store of REDIS_URL is lost, this node counts by itself: ${reason}. Meanwhile callers have their whole limit at each node.`,
      );
    }
    // Behind the name there may be another by now: after a silence, or where this one has become a replica.
    const isUseful = error.name === 'ReplyError' && !error.message.startsWith('READONLY');
    if (client.status === 'ready' && !isUseful) client.disconnect(true);
  };
  const check = () => probe.penalty('any', 1).then(succeed, fail);
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return { isLost: () => failures >= FAILED_CHECKS, stop: () => clearInterval(timer) };
}

/** Options of the library's limiters. They only count: usage is judged by the caller's tier. */
function limiterOptions(name: string, windowS: number) {
  return { keyPrefix: `sun:${name}`, points: Number.MAX_SAFE_INTEGER, duration: windowS };
}

/** A counter that counts by a limiter of the library. */
function counterOf(limiter: RateLimiterAbstract): Counter {
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
