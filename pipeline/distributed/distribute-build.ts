import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { checkHeaders } from '../dataset/dataset-inputs.ts';
import { portablePath } from '../files/file-record.ts';
import { objectStore } from '../files/object-store.ts';
import type { ObjectStore } from '../files/store.ts';
import { type BuildJob, buildDatasetOf } from '../versions/build-job.ts';
import { pvYieldPath } from '../versions/build-outputs.ts';
import { currentStamp } from '../versions/build-record.ts';
import { isFinishedShard, shardPath } from '../versions/merge-shards.ts';
import { buildId, type PartTask, partsQueue } from './build-queue.ts';
import { fetchPart, partName, shareInputs } from './shared-store.ts';

const POLL_EVERY_MS = 1_000;
const WARN_EVERY_MS = 30_000;
const MINUTE_MS = 60_000;
/** Two seconds, then four, up to eight tries: a store or a disk that is unreachable for four minutes fails no part. */
const RETRIES = { attempts: 8, backoff: { type: 'exponential', delay: 2_000 } };
const RESUME = 'The same command continues the build.';

/** A build in parts, and the queue of its parts. */
interface Distributed {
  job: BuildJob;
  id: string;
  count: number;
  url: string | undefined;
  store: ObjectStore | undefined;
  parts: Queue<PartTask>;
}

/** How the machines share files, and how long to wait for workers. */
interface Options {
  /** Folder of an S3 store for inputs and parts. Without it all machines see recipe and folder. */
  url?: string | undefined;
  /** How long there may be no worker. */
  waitMs: number;
  stop?: AbortSignal | undefined;
}

/**
 * Builds a recipe's dataset in parts by the workers at a Redis and joins them here: the bytes of a build on one machine.
 * Parts that are finished or in the queue are not requested again.
 * @throws Error when a part fails, Redis loses one, the parts do not join, no worker comes, or on `stop`
 */
export async function distributeBuild(
  job: BuildJob,
  count: number,
  redis: Redis,
  { url, waitMs, stop }: Options,
): Promise<void> {
  if (await currentStamp(job.out, job.key)) return buildDatasetOf(job);
  const id = buildId(job.key, count, url ?? portablePath(job.out));
  const store = url ? objectStore(url, process.env) : undefined;
  const parts = new Queue<PartTask>(partsQueue(job.code), { connection: redis });
  const build = { job, id, count, url, store, parts };
  try {
    if (store) await share(build, store);
    const jobs = await requestParts(build, await missingParts(build));
    await finishParts(build, jobs, waitMs, stop);
    await missingParts(build);
    await buildDatasetOf(job, count);
    await Promise.all(jobs.map((part) => part.remove()));
  } finally {
    await parts.close();
  }
}

async function share({ job, id }: Distributed, store: ObjectStore): Promise<void> {
  mkdirSync(job.out, { recursive: true });
  // Opened here, since workers do not get the side files that change a raster's meaning.
  await checkHeaders(job.loaded.recipe, job.files);
  await shareInputs(store, id, job.inputs);
}

/** Indices of the parts that are not finished, after fetching those that the store has. */
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

/** Puts parts into the queue. Those that are already in it and have not ended stay as they are. */
async function requestParts(build: Distributed, missing: number[]): Promise<Job<PartTask>[]> {
  const { job, id, count, url, parts } = build;
  console.error(`${count - missing.length} of ${count} parts are finished.`);
  const [recipe, out] = [portablePath(job.loaded.path), portablePath(job.out)];
  const jobs: Job<PartTask>[] = [];
  for (const index of missing) {
    const jobId = `${id}-part-${index + 1}`;
    const previous = await parts.getJob(jobId);
    if (previous?.finishedOn) await previous.remove();
    const { code, key } = job;
    const task = { build: id, code, key, index, count, recipe, out, ...(url ? { url } : {}) };
    jobs.push(await parts.add('part', task, { jobId, ...RETRIES }));
  }
  return jobs;
}

/**
 * Waits until all parts are built, and shows how many are.
 * @throws Error when a part fails, Redis loses one, no worker is there for the whole wait, or on `stop`
 */
async function finishParts(
  build: Distributed,
  jobs: readonly Job<PartTask>[],
  waitMs: number,
  stop: AbortSignal | undefined,
): Promise<void> {
  const { parts } = build;
  const lack = `No worker for ${parts.name} is at this Redis (start some from this commit: make build-worker)`;
  let seenMs = performance.now();
  let warnedMs = seenMs;
  while (!(await areBuilt(build, jobs))) {
    const nowMs = performance.now();
    if ((await parts.getWorkersCount()) > 0) seenMs = warnedMs = nowMs;
    if (nowMs - seenMs >= waitMs)
      throw new Error(`${lack}, for the ${waitMs / MINUTE_MS} min of WAIT. ${RESUME}`);
    if (nowMs - warnedMs >= WARN_EVERY_MS) {
      warnedMs = nowMs;
      console.error(`${lack}, for ${Math.round((nowMs - seenMs) / 1000)} s.`);
    }
    await wait(POLL_EVERY_MS, undefined, stop && { signal: stop }).catch((cause) => {
      throw new Error(`stopped. Workers still build the parts in the queue. ${RESUME}`, { cause });
    });
  }
}

/** Whether all parts are built. @throws Error when one has failed, or Redis has it no more */
async function areBuilt({ job, parts }: Distributed, jobs: readonly Job[]): Promise<boolean> {
  const states = await Promise.all(jobs.map((part) => part.getState()));
  if (states.includes('unknown')) throw new Error(`The Redis has lost parts. ${RESUME}`);
  for (const { id } of jobs.filter((_, i) => states[i] === 'failed')) {
    // The job at hand was read when it was queued. Its reason is in Redis.
    const failed = id && (await parts.getJob(id));
    if (!failed) continue;
    const { data, failedReason } = failed;
    throw new Error(`part ${data.index + 1} of ${data.count}: ${failedReason}`);
  }
  const built = states.filter((state) => state === 'completed').length;
  if (jobs.length > 0) job.progress('Building parts', built / jobs.length);
  return built === jobs.length;
}
