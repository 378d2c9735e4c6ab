import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';

const CODE_CHARS = 12;

/** The queue of the parts of all builds by one code (`codeDigest`). Workers with other code have another queue. */
export function partsQueue(code: string): string {
  return `sun-build-parts-${code.slice(0, CODE_CHARS)}`;
}

export interface PartTask {
  /** Id of the build, `buildId`. */
  build: string;
  /** `codeDigest` and `buildKey` of it. */
  code: string;
  key: string;
  index: number;
  count: number;
  /** Paths of recipe and parts on all machines (`portablePath`). With `url` both are in the store. */
  recipe: string;
  out: string;
  url?: string;
}

/** The name of a build in the queue and in the store, by its inputs, number of parts and place. */
export function buildId(key: string, count: number, place: string): string {
  const text = JSON.stringify([key, count, place]);
  return `build-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

const CONNECT_MS = 5_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Connects to the Redis or Valkey at an address. Later it reconnects as long as needed.
 * @throws Error when there is no address, or no server answers there
 */
export async function connectRedis(url: string | undefined): Promise<Redis> {
  if (!url || !/^rediss?:\/\//.test(url)) {
    throw new Error(
      `REDIS_URL is ${url ? 'no address of a Redis' : 'not set'}, expected one that all machines reach, for example "REDIS_URL=redis://10.0.0.9:6379".`,
    );
  }
  let isThere = false;
  let reason = '';
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_MS,
    retryStrategy: (times) => (isThere ? Math.min(1_000 * times, LONGEST_RETRY_MS) : null),
  });
  redis.on('error', ({ message }: Error) => {
    if (isThere && reason !== message) console.error(`Waiting for the Redis: ${message}`);
    reason = message;
  });
  await redis.connect().catch((error: Error) => {
    const { host } = new URL(url);
    throw new Error(
      `REDIS_URL: no Redis answers at ${host} (${reason || error.message}). Start it, or correct the address.`,
    );
  });
  isThere = true;
  return redis;
}
