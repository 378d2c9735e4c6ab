/** What stands around the processes of a cell: a folder, a store, a Redis, where needed a small disk and a clock. */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import S3rver from 's3rver';
import { fakeClock } from '../../test/fake-clock.ts';
import { launchRedis } from '../../test/redis.ts';
import { endWithThisProcess } from '../../test/start-program.ts';
import type { Need, World } from './cell.ts';
import { ownPort } from './own-port.ts';
import { startRelay } from './relay.ts';
import { mountSmallDisk } from './small-disk.ts';
import { removeFolder, temporaryFolder } from './temporary-folder.ts';

const BUCKET = 'sun';
/** Keys that s3rver knows. */
export const STORE_KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export interface Surroundings extends Pick<World, 'store' | 'redis' | 'smallDisk' | 'clock'> {
  folder: string;
  /** The folder that processes write to. */
  disk: string;
  /** A folder of the store, past the relay. */
  storeUrl: string;
  /** Environment of the processes: clock, keys, Redis and the store's folder by way of the relays. */
  env: NodeJS.ProcessEnv & { REDIS_URL: string };
  relayedStoreUrl: string;
  close(): Promise<void>;
}

/** A store that speaks S3 on a folder. */
export async function startStore(
  directory: string,
): Promise<{ port: number; url: string; close(): Promise<void> }> {
  mkdirSync(directory, { recursive: true });
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await store.run();
  return { port, url: urlAt(port), close: () => store.close() };
}

const urlAt = (port: number) => `http://127.0.0.1:${port}/${BUCKET}/data`;

/** Puts them up. @param filled a folder whose `s3` the store has at first, and whose `disk` the disk has */
export async function putUp(need: Need | undefined, filled?: string): Promise<Surroundings> {
  const folder = temporaryFolder();
  const disk = join(folder, 'disk');
  const smallDisk = need === 'small disk' ? mountSmallDisk(disk) : undefined;
  mkdirSync(disk, { recursive: true });
  if (filled)
    for (const name of ['s3', 'disk'])
      cpSync(join(filled, name), join(folder, name), { recursive: true });
  const clock = need === 'own clock' ? fakeClock(join(folder, 'clock')) : undefined;
  const store = await startStore(join(folder, 's3'));
  const storeRelay = await startRelay(store.port);
  const redis = await startRedis();
  return {
    folder,
    disk,
    smallDisk,
    clock,
    store: { relay: storeRelay },
    storeUrl: store.url,
    relayedStoreUrl: urlAt(storeRelay.port),
    redis,
    env: { ...STORE_KEYS, ...clock?.env, REDIS_URL: `redis://127.0.0.1:${redis.relay.port}` },
    async close() {
      await Promise.all([storeRelay.cut(), redis.close()]);
      await store.close();
      smallDisk?.unmount();
      removeFolder(folder);
    },
  };
}

async function startRedis(): Promise<World['redis'] & { close(): Promise<void> }> {
  const port = await ownPort();
  const child = launchRedis(port);
  endWithThisProcess(child);
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 20 });
  // Until it listens.
  client.on('error', () => {});
  await client.ping();
  const relay = await startRelay(port);
  return {
    relay,
    command: (name, ...words) => client.call(name, ...words),
    async close() {
      await relay.cut();
      client.disconnect();
      child.kill('SIGKILL');
    },
  };
}
