import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FlowProducer, type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type ObjectStore, objectStore } from '#common/object-store.ts';
import { withInputs } from '../dataset/dataset-inputs.ts';
import { portablePath } from '../files/file-record.ts';
import { type BuildJob, buildDatasetOf } from '../versions/build-job.ts';
import { pvYieldPath } from '../versions/build-outputs.ts';
import { currentStamp } from '../versions/build-stamp.ts';
import { isFinishedShard, shardPath } from '../versions/merge-shards.ts';
import { buildId, type PartProgress, type PartTask, partsQueue } from './build-queue.ts';
import { type FleetWatch, fleetWatch, watch } from './fleet-watch.ts';
import { outlastFaults } from './outlast-faults.ts';
import { fetchPart, partName, shareInputs } from './shared-store.ts';

const LOOK_EVERY_MS = 1_000;
/** Writing the whole to the disk may take long without a sign of life. */
const JOIN_LOCK_MS = 60_000;
/** How long tidying up may take. */
const LEAVE_MS = 5_000;
const RETRIES = { attempts: 5, backoff: { type: 'exponential', delay: 2_000 } };

/** A build in parts, and the queues that it is asked for in. */
interface Distributed {
  job: BuildJob;
  id: string;
  count: number;
  url: string | undefined;
  store: ObjectStore | undefined;
  redis: Redis;
  parts: Queue<PartTask>;
  /** Queue of this build alone: its one job waits for the parts, and is done where it was asked for. */
  joining: Queue;
  fleet: FleetWatch;
  /** Names of the workers that gave its parts back. */
  misfits: Set<string>;
  /** Does work again while faults of I/O stop it. */
  outlast<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** How a build is asked for. */
interface Asking {
  /** Folder of an S3 store for inputs and parts; without it all machines see recipe and folder. */
  url?: string | undefined;
  /** How long no worker may be there. */
  waitMs: number;
  /** Ends the build: no further part is begun. */
  stop?: AbortSignal;
}

/**
 * Builds a recipe's dataset in parts by the workers at a Redis and joins them here: the bytes of a build
 * on one machine. Finished parts are not built again, and a build under way is taken up.
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
  const queue = partsQueue(job.key.code);
  const parts = new Queue<PartTask>(queue, { connection: redis });
  const joining = new Queue(id, { connection: redis });
  const misfits = new Set<string>();
  const lack = () => {
    if (redis.status !== 'ready') return 'The Redis does not answer';
    const others = misfits.size > 0 ? ' beside those that gave its parts back' : '';
    return `No worker for ${queue} is at this Redis${others} (start some from this commit: make build-worker)`;
  };
  const fleet = fleetWatch(waitMs, lack, console.error);
  const outlast: Distributed['outlast'] = (work) => outlastFaults(work, console.error, stop);
  const build = { job, id, count, url, store, redis, parts, joining, fleet, misfits, outlast };
  try {
    if (store) {
      mkdirSync(job.out, { recursive: true });
      // Opened here once: files next to a raster that change its meaning, workers do not see.
      await withInputs(job.loaded.recipe, job.files, async () => {});
      await outlast(() => shareInputs(store, id, job.inputs));
    }
    if ((await joining.getJob(id))?.finishedOn) await clear(build);
    await join(build, stop);
  } finally {
    await Promise.all([parts.close(), joining.close()]);
  }
}

/** Resolves when the parts are joined. */
async function join(build: Distributed, stop?: AbortSignal): Promise<void> {
  const { job, id, count, redis, fleet, outlast } = build;
  const work = async () => {
    fleet.rest();
    await missingParts(build);
    await outlast(() => buildDatasetOf(job, count));
  };
  const joiner = new Worker(id, work, { connection: redis, lockDuration: JOIN_LOCK_MS });
  // The connection reports a lost Redis.
  joiner.on('error', () => {});
  const ended = new AbortController();
  const done = new Promise<void>((resolve, reject) => {
    joiner.on('completed', () => resolve());
    joiner.on('failed', async (_, error) => reject((await failureOfPart(build)) ?? error));
    const giveUp = () =>
      reject(new Error('stopped. Parts that are begun will be finished, and are kept.'));
    if (stop?.aborted) giveUp();
    stop?.addEventListener('abort', giveUp);
  });
  try {
    await Promise.race([done, watch(fleet, ended.signal), follow(build, ended.signal)]);
  } finally {
    ended.abort();
    // One that is lost or takes no writes would be waited for; whoever asks again clears what is left.
    const patience = wait(LEAVE_MS, undefined, { ref: false });
    await Promise.race([leave(build, joiner).catch(() => {}), patience]);
  }
}

/** Ends the joining, and takes out of the queues what nobody needs. */
async function leave(build: Distributed, joiner: Worker): Promise<void> {
  const isLost = build.redis.status !== 'ready';
  await joiner.close(isLost);
  if (!isLost) await clear(build);
}

/** Asks for the parts, again when the Redis has forgotten them, and shows how far they are. */
async function follow(build: Distributed, ended: AbortSignal): Promise<void> {
  const reported = new Set<string>();
  const report = (text: string) => {
    if (!reported.has(text)) console.error(text);
    reported.add(text);
  };
  const began = Date.now();
  let times = 0;
  const look = async () => {
    const whole = await build.joining.getJob(build.id);
    if (whole) await showProgress(build, whole, began, report);
    else {
      if (times++ > 0)
        report('The Redis has forgotten the build: what is missing is asked for anew.');
      await requestParts(build, report);
    }
    build.fleet.report(await countFitting(build), performance.now());
  };
  while (!ended.aborted) {
    await outlastFaults(look, console.error, ended);
    await wait(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => {});
  }
}

async function requestParts(build: Distributed, report: (text: string) => void): Promise<void> {
  const { job, id, count, url, redis } = build;
  const missing = await missingParts(build);
  report(`${count - missing.length} of ${count} parts are there.`);
  build.fleet.report(0, performance.now());
  await forgetFailed(build);
  const { key } = job;
  const [recipe, out] = [portablePath(job.loaded.path), portablePath(job.out)];
  const producer = new FlowProducer({ connection: redis });
  await producer.add({
    name: 'join',
    queueName: id,
    opts: { jobId: id },
    children: missing.map((index) => ({
      name: 'part',
      queueName: build.parts.name,
      data: { build: id, key, index, count, recipe, out, ...(url ? { url } : {}) },
      opts: {
        jobId: `${id}-part-${index + 1}`,
        ...RETRIES,
        failParentOnFailure: true,
        removeOnComplete: true,
      },
    })),
  });
  await producer.close();
}

/** The parts that are not there whole; those of a store come from it. */
async function missingParts(build: Distributed): Promise<number[]> {
  const { job, id, count, store, outlast } = build;
  const missing: number[] = [];
  for (let index = 0; index < count; index++) {
    const path = shardPath(pvYieldPath(job.out), index, count);
    const isThere = () => isFinishedShard(path, { index, count, key: job.key });
    if (await isThere()) continue;
    const isFetched =
      store && (await outlast(() => fetchPart(store, partName(id, basename(path)), path)));
    if (!isFetched || !(await isThere())) missing.push(index);
  }
  return missing;
}

/** Reports on this terminal, and in the queue next to the build. */
async function showProgress(
  build: Distributed,
  whole: Job,
  began: number,
  report: (text: string) => void,
): Promise<void> {
  const { processed = 0, unprocessed = 0 } = await whole.getDependenciesCount();
  let done = processed;
  for (const { data, progress, failedReason } of await partsOf(build)) {
    const now: Partial<PartProgress> = typeof progress === 'object' ? progress : {};
    const name = `Part ${data.index + 1} of ${data.count}`;
    if (now.fault) report(`${name} waits at ${now.by}: ${now.fault}`);
    if (now.refused) report(`${now.by} has given a part back: ${now.refused}`);
    if (now.refused && now.by) build.misfits.add(now.by);
    else if (now.stage && now.by) build.misfits.delete(now.by);
    if (failedReason) report(`${name} failed: ${failedReason}`);
    if (now.stage === 'Computing yields') done += now.share ?? 0;
  }
  const share = unprocessed === 0 ? 1 : Math.min(done / (processed + unprocessed), 1);
  const elapsedS = (Date.now() - began) / 1000;
  const secondsLeft = share > 0 ? Math.ceil((elapsedS * (1 - share)) / share) : null;
  if (unprocessed > 0) build.job.progress('Building parts', share);
  else report('The parts are there and are joined.');
  await whole.updateProgress({ share, secondsLeft });
}

/** How many workers are there that have not given its parts back. */
async function countFitting({ parts, misfits }: Distributed): Promise<number> {
  const workers = await parts.getWorkers();
  return workers.filter(({ rawname = '' }) => !misfits.has(rawname.split(':w:')[1])).length;
}

/** This build's parts that are not done. */
async function partsOf({ id, parts }: Distributed): Promise<Job<PartTask>[]> {
  const all = await parts.getJobs(['active', 'waiting', 'delayed', 'failed']);
  // One that ends meanwhile is undefined.
  return all.filter((part) => part?.data.build === id);
}

async function failureOfPart(build: Distributed): Promise<Error | undefined> {
  for (const part of await partsOf(build)) {
    if (!(await part.isFailed())) continue;
    return new Error(`part ${part.data.index + 1} of ${part.data.count}: ${part.failedReason}`);
  }
  return undefined;
}

/** Takes what nobody has begun out of the queues, and the record of what is done. */
async function clear(build: Distributed): Promise<void> {
  const { joining, id } = build;
  await (await joining.getJob(id))?.removeUnprocessedChildren();
  await forgetFailed(build);
  await joining.obliterate({ force: true });
}

async function forgetFailed(build: Distributed): Promise<void> {
  for (const part of await partsOf(build)) if (await part.isFailed()) await part.remove();
}
