import { rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { objectStore } from '#common/object-store.ts';
import { PROJECT } from '../files/file-record.ts';
import { type Progress, progressTo } from '../files/progress.ts';
import { scratchFolder } from '../files/staging.ts';
import { type BuildJob, buildJob, buildShardOf } from '../versions/build-job.ts';
import { codeDigest, keyDifference } from '../versions/build-key.ts';
import { pvYieldPath } from '../versions/build-outputs.ts';
import { shardPath } from '../versions/merge-shards.ts';
import { type PartProgress, type PartTask, partsQueue, workerName } from './build-queue.ts';
import { isFaultOfIo, outlastFaults } from './outlast-faults.ts';
import { fetchInputs, partName } from './shared-store.ts';

/** A worker says that it lives twice in this time; when it has not, another takes its part. */
const LOCK_MS = 30_000;
const LOOK_FOR_LOST_MS = 5_000;
/** A part that so many workers have died at is their death. */
const MOST_LOSSES = 10;
const REPORT_EVERY_MS = 1_000;
const STOPPED = Symbol('stopped');

/** How long a part that was given back for what is here lies before a worker may take it. */
const REFUSED_MS = 10_000;

/** How parts are built here. */
interface Hands {
  /** Threads. */
  workers: number;
  /** Folder for what comes from a store. */
  scratch: string;
}

/** A worker that runs. */
export interface PartWorker {
  queue: string;
  /** Gives the part under way back, which is no failure and no loss, and ends; its threads end with the process. */
  close(): Promise<void>;
}

/** Builds the parts that are asked for at a Redis by code like this, one after another. */
export async function workOnParts(redis: Redis, workers: number): Promise<PartWorker> {
  const queue = partsQueue(await codeDigest(PROJECT));
  const scratch = scratchFolder();
  process.once('exit', scratch.remove);
  const hands = { workers, scratch: scratch.path };
  const stop = new AbortController();
  const stopped = new Promise<typeof STOPPED>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(STOPPED));
  });
  const refusals = new Set<string>();
  const work = async (part: Job<PartTask>, token?: string) => {
    const problem = await Promise.race([buildPart(part, hands, stop.signal), stopped]);
    if (problem === STOPPED) {
      await part.moveToWait(token);
      throw new WaitingError();
    }
    if (problem === null) return;
    if (!refusals.has(problem)) console.error(`A part is given back: ${problem}`);
    refusals.add(problem);
    await report(part, { refused: problem });
    await part.moveToDelayed(Date.now() + REFUSED_MS, token);
    throw new DelayedError();
  };
  const worker: Worker<PartTask> = new Worker(queue, work, {
    connection: redis,
    name: workerName(),
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_LOST_MS,
    maxStalledCount: MOST_LOSSES,
  });
  worker.on('failed', (part, { message }) => {
    console.error(`Part ${Number(part?.data.index) + 1} failed: ${message}`);
  });
  // The connection reports a lost Redis; a part that it forgot is there, and whoever asks again finds it.
  worker.on('error', () => {});
  const close = () => {
    stop.abort();
    return worker.close();
  };
  return { queue, close };
}

/** Builds a part and hands it in; the reason where it cannot be built here. Faults of I/O meanwhile are outlasted. */
function buildPart(part: Job<PartTask>, hands: Hands, stop: AbortSignal): Promise<string | null> {
  const tell = (fault: string) => {
    console.error(fault);
    report(part, { fault }).catch(() => {});
  };
  return outlastFaults(
    async () => {
      const { found, problem } = await here(part, hands);
      if (found) await buildAndHandIn(part.data, found);
      return problem ?? null;
    },
    tell,
    stop,
  );
}

function report(part: Job<PartTask>, progress: Omit<PartProgress, 'by'>): Promise<void> {
  return part.updateProgress({ by: workerName(), ...progress } satisfies PartProgress);
}

/** The build that a part belongs to, as it is on this machine; or why it is not. */
async function here(part: Job<PartTask>, { workers, scratch }: Hands) {
  const { build, key, url, recipe, out } = part.data;
  try {
    const own = join(scratch, build);
    const path = url
      ? await fetchInputs(objectStore(url, process.env), build, own)
      : resolve(PROJECT, recipe);
    const place = url ? own : resolve(PROJECT, out);
    const how = { out: place, workers, force: false, progress: progressOf(part) };
    const found = await buildJob(path, how);
    const difference = keyDifference(found.key, key);
    if (!difference) return { found };
    const remedy =
      found.key.code === key.code
        ? 'Bring the same files to this machine.'
        : 'The code has changed since the worker began: start it again.';
    return {
      problem: `${recipe} was asked for with other ${difference} than are here. ${remedy}`,
    };
  } catch (error) {
    if (isFaultOfIo(error)) throw error;
    return { problem: (error as Error).message };
  }
}

/** On this terminal, and once a second in the queue. */
function progressOf(part: Job<PartTask>): Progress {
  const show = progressTo(process.stderr);
  let reportedAtMs = 0;
  return (stage, share) => {
    show(stage, share);
    if (Date.now() - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = Date.now();
    report(part, { stage, share }).catch(() => {});
  };
}

async function buildAndHandIn({ build, index, count, recipe, url }: PartTask, job: BuildJob) {
  console.log(`Part ${index + 1} of ${count}, ${recipe}:`);
  await buildShardOf(job, { index, count });
  if (!url) return;
  const path = shardPath(pvYieldPath(job.out), index, count);
  await objectStore(url, process.env).put(partName(build, basename(path)), path);
  rmSync(path);
}
