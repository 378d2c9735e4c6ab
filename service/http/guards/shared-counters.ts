import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import {
  type Counter,
  type Counters,
  type OwnCounter,
  ownCounters,
  type Standing,
} from './counters.ts';
import { type StoreHealth, storeHealth } from './store-health.ts';

/** How long a caller waits for the store at most; one beside the nodes answers in one or two. */
const PATIENCE_MS = 15;
const LATE = `no answer within ${PATIENCE_MS} ms`;
/** How long the store may take for an answer before it is hung up on. */
const ANSWER_MS = 1_000;
/** A lost store is noticed, and found again, also when nobody calls. */
const LOOK_EVERY_MS = 250;
const RETRY_MS = 1_000;
/** Use is judged elsewhere. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Counts so much more of a caller's, or less, where others count, too. */
type Write = (caller: string, points: number) => Promise<Standing>;

function writeBy(limiter: RateLimiterRedis): Write {
  return async (caller, points) => toStanding(await limiter.penalty(caller, points));
}

function toStanding({ consumedPoints, msBeforeNext }: RateLimiterRes): Standing {
  return { used: consumedPoints, msLeft: msBeforeNext };
}

/** Counters that all nodes share. */
export interface StoreCounters {
  counters: Counters;
  /** Whether this node counts by itself. */
  isLost(): boolean;
  close(): void;
}

/**
 * Counters in a Redis or Valkey that all nodes share. While it refuses writes, is slow or does not answer, nobody
 * waits for it and this node judges by what it knows; that is logged once, and so is its return. A start does
 * not wait for it.
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
  const storeWrite = (name: string, duration: number) => {
    const options = { keyPrefix: `sun:${name}`, points: NO_LIMIT, duration };
    return writeBy(
      new RateLimiterRedis({ ...options, storeClient: client, rejectIfRedisNotReady: true }),
    );
  };
  const { health, stop } = watchStore(client, storeWrite('probe', 1), log);
  return {
    counters: (name, windowS) =>
      sharedCounter(storeWrite(name, windowS), health, ownCounters(name, windowS)),
    isLost: health.isLost,
    close() {
      stop();
      client.disconnect();
    },
  };
}

/**
 * Judges the store by writes of its own, so also when nobody calls, and logs its turns. It hangs up on one that is
 * silent or a replica: behind the name there may be another by now.
 */
function watchStore(client: Redis, write: Write, log: Logger) {
  let trouble: string | undefined;
  const health = storeHealth(performance.now(), {
    lost: () =>
      log.error(
        `The store of REDIS_URL is lost, this node counts by itself: ${trouble ?? LATE}. Meanwhile callers have their whole limit at each node.`,
      ),
    back: () => log.info('The store of REDIS_URL is back, limits are shared again.'),
  });
  client.on('error', ({ message }: Error) => {
    trouble = message || 'it does not answer';
  });
  client.on('close', () => {
    if (health.isTrusted()) trouble = 'it has closed the connection';
    health.fail(performance.now());
  });
  const refused = ({ name, message }: Error) => {
    if (client.status !== 'ready') return;
    trouble = message.replace(/\. script: .*/, '');
    if (name !== 'ReplyError' || message.startsWith('READONLY')) client.disconnect(true);
  };
  const look = () => {
    const written = write('any', 1);
    judged(written, health).catch(() => {});
    written.then(() => {
      trouble = undefined;
    }, refused);
  };
  client.on('ready', look);
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return { health, stop: () => clearInterval(timer) };
}

/** Settles as the write does, or rejects when it is late; either is told to the store's health. */
function judged(write: Promise<Standing>, health: StoreHealth): Promise<Standing> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const fail = (error: Error) => {
      clearTimeout(timer);
      health.fail(performance.now());
      reject(error);
    };
    const giveUp = () => {
      isLate = true;
      fail(new Error(LATE));
    };
    // What has come meanwhile is read first: a process that was busy itself blames no store.
    const timer = setTimeout(() => setImmediate(giveUp), PATIENCE_MS);
    write.then((standing) => {
      if (isLate) return;
      clearTimeout(timer);
      health.succeed(performance.now());
      resolve(standing);
    }, fail);
  });
}

/**
 * A counter in the store. This process' own goes along: it has what the store last said of a caller and what was
 * written since, so that a late answer costs the time of none and the count little.
 */
function sharedCounter(write: Write, health: StoreHealth, own: OwnCounter): Counter {
  const unanswered = new Map<string, number>();

  function owe(caller: string, points: number): number {
    const owed = (unanswered.get(caller) ?? 0) + points;
    if (owed === 0) unanswered.delete(caller);
    else unanswered.set(caller, owed);
    return owed;
  }

  function send(caller: string, points: number): Promise<Standing> {
    owe(caller, points);
    return write(caller, points).then(
      (standing) => {
        const used = Math.max(0, standing.used + owe(caller, -points));
        own.set(caller, { ...standing, used });
        return standing;
      },
      (error) => {
        owe(caller, -points);
        throw error;
      },
    );
  }

  function count(caller: string, points: number): Standing | Promise<Standing> {
    const known = own.add(caller, points);
    const sent = judged(send(caller, points), health);
    if (health.isTrusted()) return sent.catch(() => own.add(caller, 0));
    sent.catch(() => {});
    return known;
  }
  return { add: count, giveBack: (caller, points) => count(caller, -points) };
}
