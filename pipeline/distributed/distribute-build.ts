import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Job, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { objectStore } from '#common/object-store.ts';
import type { ObjectStore } from '#common/store.ts';
import { checkHeaders } from '../dataset/dataset-inputs.ts';
import { portablePath } from '../files/file-record.ts';
import { type BuildJob, buildDatasetOf } from '../versions/build-job.ts';
import { pvYieldPath } from '../versions/build-outputs.ts';
import { currentStamp } from '../versions/build-stamp.ts';
import { isFinishedShard, shardPath } from '../versions/merge-shards.ts';
import { buildId, type PartTask, partsQueue } from './build-queue.ts';
import { fetchPart, partName, shareInputs } from './shared-store.ts';

const LOOK_EVERY_MS = 1_000;
const SAY_EVERY_MS = 30_000;
const MINUTE_MS = 60_000;
/** Two seconds, then four, up to eight tries: a store or a disk that is away for four minutes fails no part. */
const RETRIES = { attempts: 8, backoff: { type: 'exponential', delay: 2_000 } };
const TAKEN_UP = 'The same command takes the build up again.';

/** A build in parts. */
interface Distributed {
  job: BuildJob;
  id: string;
  count: number;
  url: string | undefined;
  store: ObjectStore | undefined;
  parts: Queue<PartTask>;
}

/** How a build is asked for. */
interface Asking {
  /** Folder of an S3 store for inputs and parts. Without it all machines see recipe and folder. */
  url?: string | undefined;
  /** How long no worker may be there. */
  waitMs: number;
  stop?: AbortSignal;
}

/**
 * Builds a recipe's dataset in parts by the workers at a Redis and joins them here: the bytes of a build on one machine.
 * Finished parts are not built again, and parts under way are waited for.
 * @throws Error when a part failed too often, the parts do not join, or no worker is there for long
 */
export async function distributeBuild(
  job: BuildJob,
  count: number,
  redis: Redis,
  { url, waitMs, stop }: Asking,
): Promise<void> {
  if (await currentStamp(job.out, job.key)) return buildDatasetOf(job);
  const id = buildId(job.key, count, url ?? portablePath(job.out));
  const store = url ? objectStore(url, process.env) : undefined;
  const queue = partsQueue(job.code);
  const connection = { connection: redis };
  const parts = new Queue<PartTask>(queue, connection);
  const events = new QueueEvents(queue, connection);
  const build = { job, id, count, url, store, parts };
  try {
    if (store) await share(build, store);
    const jobs = await requestParts(build, await missingParts(build));
    const ended = new AbortController();
    const done = Promise.all(jobs.map((part) => finish(part, events)));
    const watching = watch(build, jobs, waitMs, ended.signal);
    await Promise.race([done, watching, stopped(stop)]).finally(() => ended.abort());
    await missingParts(build);
    await buildDatasetOf(job, count);
    await Promise.all(jobs.map((part) => part.remove()));
  } finally {
    await Promise.all([parts.close(), events.close()]);
  }
}

async function share({ job, id }: Distributed, store: ObjectStore): Promise<void> {
  mkdirSync(job.out, { recursive: true });
  // Opened here once: files next to a raster that change its meaning, workers do not see.
  await checkHeaders(job.loaded.recipe, job.files);
  await shareInputs(store, id, job.inputs);
}

/** The parts that are not there whole. Those of a store come from it. */
async function missingParts({ job, id, count, store }: Distributed): Promise<number[]> {
  const missing: number[] = [];
  for (let index = 0; index < count; index++) {
    const path = shardPath(pvYieldPath(job.out), index, count);
    const isThere = () => isFinishedShard(path, { index, count, key: job.key });
    if (await isThere()) continue;
    const isFetched = store && (await fetchPart(store, partName(id, basename(path)), path));
    if (!isFetched || !(await isThere())) missing.push(index);
  }
  return missing;
}

/** Puts parts into the queue. Those that are there already and not ended stay as they are. */
async function requestParts(build: Distributed, missing: number[]): Promise<Job<PartTask>[]> {
  const { job, id, count, url, parts } = build;
  console.error(`${count - missing.length} of ${count} parts are there.`);
  const [recipe, out] = [portablePath(job.loaded.path), portablePath(job.out)];
  const jobs: Job<PartTask>[] = [];
  for (const index of missing) {
    const jobId = `${id}-part-${index + 1}`;
    const former = await parts.getJob(jobId);
    if (former?.finishedOn) await former.remove();
    const { code, key } = job;
    const task = { build: id, code, key, index, count, recipe, out, ...(url ? { url } : {}) };
    jobs.push(await parts.add('part', task, { jobId, ...RETRIES }));
  }
  return jobs;
}

/** Resolves when a part is built. */
async function finish(part: Job<PartTask>, events: QueueEvents): Promise<void> {
  const { index, count } = part.data;
  try {
    await part.waitUntilFinished(events);
  } catch (error) {
    throw new Error(`part ${index + 1} of ${count}: ${(error as Error).message}`, { cause: error });
  }
}

/** Shows how far the parts are. @throws Error when a part is lost, or no worker was there for the whole wait */
async function watch(
  { job, parts }: Distributed,
  jobs: readonly Job[],
  waitMs: number,
  ended: AbortSignal,
): Promise<never> {
  const lack = `No worker for ${parts.name} is at this Redis (start some from this commit: make build-worker)`;
  let seenMs = performance.now();
  let saidMs = seenMs;
  for (;;) {
    await wait(LOOK_EVERY_MS, undefined, { signal: ended });
    const states = await Promise.all(jobs.map((part) => part.getState()));
    if (states.includes('unknown')) throw new Error(`The Redis has lost parts. ${TAKEN_UP}`);
    const done = states.filter((state) => state === 'completed').length;
    job.progress('Building parts', done / jobs.length);
    const nowMs = performance.now();
    if ((await parts.getWorkersCount()) > 0) seenMs = saidMs = nowMs;
    if (nowMs - seenMs >= waitMs)
      throw new Error(`${lack}, for the ${waitMs / MINUTE_MS} min of WAIT. ${TAKEN_UP}`);
    if (nowMs - saidMs < SAY_EVERY_MS) continue;
    saidMs = nowMs;
    console.error(`${lack}, for ${Math.round((nowMs - seenMs) / 1000)} s.`);
  }
}

/** Rejects when the build is stopped. */
function stopped(stop: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () =>
      reject(new Error(`stopped. Parts that are asked for are still built. ${TAKEN_UP}`));
    if (stop?.aborted) giveUp();
    stop?.addEventListener('abort', giveUp);
  });
}
