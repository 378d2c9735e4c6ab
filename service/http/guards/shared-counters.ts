import cluster from 'node:cluster';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Counter, Counters, Standing } from './counters.ts';

/** How long the store may take for an answer before this node counts by itself. */
const ANSWER_MS = 300;
const LOOK_EVERY_MS = 1_000;
const RETRY_MS = 1_000;
/** Use is judged elsewhere. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The part of rate-limiter-flexible that counts, whatever the store; it judges no limit here. */
interface Limiter {
  penalty(key: string, points: number): Promise<RateLimiterRes>;
  reward(key: string, points: number): Promise<RateLimiterRes>;
}

/** A counter on a limiter of the library. */
function counterOf(limiter: Limiter): Counter {
  return {
    add: async (caller, points) => toStanding(await limiter.penalty(caller, points)),
    giveBack: async (caller, points) => toStanding(await limiter.reward(caller, points)),
  };
}

function toStanding({ consumedPoints, msBeforeNext }: RateLimiterRes): Standing {
  return { used: consumedPoints, msLeft: msBeforeNext };
}

/** Counters that all processes of this node share, by way of its primary. */
export const nodeCounters: Counters = (name, windowS) => counterOf(nodeLimiter(name, windowS));

/** Counters of this process, for where it is the only one. */
function nodeLimiter(keyPrefix: string, duration: number) {
  const options = { keyPrefix, points: NO_LIMIT, duration };
  return cluster.isWorker ? new RateLimiterCluster(options) : new RateLimiterMemory(options);
}

/** Counters that all nodes share. */
export interface StoreCounters {
  counters: Counters;
  close(): void;
}

/**
 * Counters in a Redis or Valkey that all nodes share. While it does not answer this node counts for
 * itself; that is logged once, and so is its return. A start does not wait for it.
 */
export function storeCounters(url: string, log: Logger): StoreCounters {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: ANSWER_MS,
    connectTimeout: RETRY_MS,
    retryStrategy: () => RETRY_MS,
  });
  const stop = logLoss(client, log);
  const counters: Counters = (name, windowS) =>
    counterOf(
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `sun:${name}`,
        points: NO_LIMIT,
        duration: windowS,
        rejectIfRedisNotReady: true,
        insuranceLimiter: nodeLimiter(name, windowS),
      }),
    );
  return {
    counters,
    close() {
      stop();
      client.disconnect();
    },
  };
}

/** Logs once that the store is lost and once that it is back; hangs up on one that only seems to be there. */
function logLoss(client: Redis, log: Logger): () => void {
  let lost = false;
  const lose = (reason: string) => {
    if (!lost) log.error(`The store of REDIS_URL is lost, this node counts by itself: ${reason}.`);
    lost = true;
  };
  client.on('error', (error: Error) => lose(error.message || 'it does not answer'));
  client.on('close', () => lose('it has closed the connection'));
  client.on('ready', () => {
    if (lost) log.info('The store of REDIS_URL is back, limits are shared again.');
    lost = false;
  });
  // A store that hangs would make every request wait; hung up on, none does.
  const timer = setInterval(() => {
    if (client.status !== 'ready') return;
    client.ping().catch((error: Error) => {
      lose(error.message);
      client.disconnect(true);
    });
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
