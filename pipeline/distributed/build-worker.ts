import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { PROJECT } from '../../schemas/project.ts';
import { objectStore } from '../files/object-store.ts';
import { scratchFolder } from '../files/staging.ts';
import { type BuildJob, buildJob, buildShardOf } from '../versions/build-job.ts';
import { codeDigest } from '../versions/build-key.ts';
import { pvYieldPath } from '../versions/build-outputs.ts';
import { shardPath } from '../versions/merge-shards.ts';
import { type PartTask, partsQueue } from './build-queue.ts';
import { fetchInputs, partName } from './shared-store.ts';

/** A worker that has not renewed its lock in this time counts as lost, and another takes its part. */
const LOCK_MS = 30_000;
const LOOK_FOR_STALLED_MS = 5_000;
/** A part at which so many workers have died has failed. */
const MOST_STALLED = 10;

/**
 * Builds the parts in the queue of this code, one after another. A part that cannot be built here fails with the
 * reason, and BullMQ retries it later, here or elsewhere.
 * @param threads computing threads
 * @returns `close` ends it at once. Another worker takes a part under way when its lock has expired
 */
export async function workOnParts(redis: Redis, threads: number) {
  const queue = partsQueue(codeDigest(PROJECT));
  const scratch = scratchFolder();
  process.once('exit', scratch.remove);
  const worker = new Worker<PartTask>(queue, (part) => buildPart(part, threads, scratch.path), {
    connection: redis,
    name: `${hostname()}:${process.pid}`,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_STALLED_MS,
    maxStalledCount: MOST_STALLED,
  });
  worker.on('failed', (part, { message }) => {
    console.error(`Part ${Number(part?.data.index) + 1} failed: ${message}`);
  });
  // The connection reports a lost Redis.
  worker.on('error', () => {});
  return { queue, close: () => worker.close(true) };
}

/** Builds a part, and puts it into the store if there is one. */
async function buildPart({ data }: Job<PartTask>, threads: number, scratch: string): Promise<void> {
  const { build, index, count, recipe, url } = data;
  const job = await openBuild(data, threads, scratch);
  console.log(`Part ${index + 1} of ${count}, ${recipe}:`);
  await buildShardOf(job, { index, count });
  if (!url) return;
  const path = shardPath(pvYieldPath(job.out), index, count);
  await objectStore(url, process.env).put(partName(build, basename(path)), path);
  rmSync(path);
}

/** The build that a part belongs to, on this machine. @throws Error when the inputs or the code differ */
async function openBuild(
  { build, code, key, url, recipe, out }: PartTask,
  threads: number,
  scratch: string,
): Promise<BuildJob> {
  const own = join(scratch, build);
  const path = url
    ? await fetchInputs(objectStore(url, process.env), build, own)
    : resolve(PROJECT, recipe);
  const place = url ? own : resolve(PROJECT, out);
  const found = await buildJob(path, { out: place, workers: threads, force: false });
  if (found.key === key) return found;
  const [what, remedy] =
    found.code === code
      ? ['another recipe or other inputs', 'Bring the same files to this machine.']
      : ['other code', 'The code has changed since the worker began: start it again.'];
  throw new Error(`${hostname()}: ${recipe} was asked for with ${what} than here. ${remedy}`);
}
