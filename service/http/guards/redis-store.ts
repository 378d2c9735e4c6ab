import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import { memoryStores, type PointStore, type Stores, type WindowUsage } from './memory-store.ts';

/** How long a caller waits for Redis at most. */
const ANSWER_MS = 100;
const RETRY_MS = 1_000;
/** Redis is checked this often, so that its loss is noticed also when nobody calls. */
const CHECK_EVERY_MS = 500;
/** Checks in a row that fail before Redis counts as down: a busy machine is late for three seconds at times. */
const FAILED_CHECKS = 6;

export interface RedisStores {
  stores: Stores;
  /** Whether Redis is down, so that this node counts by itself. */
  isLost(): boolean;
  close(): void;
}

/**
 * Stores in a Redis or Valkey that all nodes share. While it refuses writes, is slow or does not answer, each node
 * counts by itself. That is logged once, and so is its return. A start does not wait for it.
 */
export function redisStores(url: string, log: Logger): RedisStores {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: ANSWER_MS,
    connectTimeout: RETRY_MS,
    retryStrategy: () => RETRY_MS,
  });
  const { isLost, stop } = watchRedis(client, log);
  return {
    stores: (name, windowS) =>
      insured(new SharedStore(client, name, windowS), memoryStores(name, windowS)),
    isLost,
    close() {
      stop();
      client.disconnect();
    },
  };
}

/** Counts in Redis, and in this process while Redis fails. So express-rate-limit's `passOnStoreError` is never asked. */
function insured(shared: SharedStore, own: PointStore): PointStore {
  const add = (key: string, points: number) =>
    shared.add(key, points).catch(() => own.add(key, points));
  return {
    add,
    init: (options) => shared.init(options),
    increment: (key) => shared.increment(key).catch(() => own.increment(key)),
    decrement: async (key) => void (await add(key, -1)),
    resetKey: (key) => shared.resetKey(key),
  };
}

/** Counts several points. What is given back too much, or behind the end of its window, is no credit. */
const ADD = `
local points, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local msLeft = redis.call('PTTL', KEYS[1])
if msLeft > 0 then
  points = math.max(points, -redis.call('GET', KEYS[1]))
  return { redis.call('INCRBY', KEYS[1], points), msLeft }
end
if points > 0 then redis.call('SET', KEYS[1], points, 'PX', windowMs) end
return { math.max(points, 0), windowMs }`;

/** The store of rate-limit-redis, which also counts several points at once. */
class SharedStore extends RedisStore {
  constructor(client: Redis, name: string, windowS: number) {
    super({ prefix: `sun:${name}:`, sendCommand: (...command) => send(client, command) });
    this.windowMs = 1000 * windowS;
  }

  async add(key: string, points: number): Promise<WindowUsage> {
    const values = [this.prefixKey(key), String(points), String(this.windowMs)];
    const command = ['EVAL', ADD, '1', ...values];
    const reply = await this.sendCommand({ isReadOnly: false, command });
    const [used, msLeft] = Array.isArray(reply) ? reply.map(Number) : [];
    return { totalHits: used, resetTime: new Date(Date.now() + msLeft) };
  }
}

/** Sends a command. Redis names a script by its SHA-1, so that a store can begin before there is a connection. */
async function send(client: Redis, [name, ...rest]: string[]): Promise<RedisReply> {
  const reply = client.call(name, ...rest) as Promise<RedisReply>;
  if (name !== 'SCRIPT') return reply;
  reply.catch(() => {});
  return createHash('sha1').update(rest[1]).digest('hex');
}

/** Writes every half a second, and logs when Redis goes down and when it is back. */
function watchRedis(client: Redis, log: Logger) {
  const probe = new SharedStore(client, 'probe', 1);
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
  const check = () => probe.add('any', 1).then(succeed, fail);
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return { isLost: () => failures >= FAILED_CHECKS, stop: () => clearInterval(timer) };
}
