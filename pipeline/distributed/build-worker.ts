import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Job, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { objectStore } from '#common/object-store.ts';
import { PROJECT } from '../files/file-record.ts';
import { type Progress, progressTo } from '../files/progress.ts';
import { scratchFolder } from '../files/staging.ts';
import { type BuildJob, buildJob, buildShardOf } from '../versions/build-job.ts';
import { keyDifference } from '../versions/build-key.ts';
import { pvYieldPath } from '../versions/build-outputs.ts';
import { shardPath } from '../versions/merge-shards.ts';
import { PARTS_QUEUE, type PartProgress, type PartTask } from './build-queue.ts';
import { fetchInputs, partName } from './shared-store.ts';

/** A worker says that it lives twice in this time; when it has not, another takes its part. */
const LOCK_MS = 30_000;
const LOOK_FOR_LOST_MS = 5_000;
/** A part that so many workers have died at is their death. */
const MOST_LOSSES = 10;
const REPORT_EVERY_MS = 1_000;

/** How parts are built here. */
interface Hands {
  /** Threads. */
  workers: number;
  /** Folder for what comes from a store. */
  scratch: string;
}

/** A worker that runs. */
export interface PartWorker {
  /** Resolves to the reason when a part was asked for with other code or inputs than are here; it was given back. */
  refusal: Promise<string>;
  /** Ends it behind the part that is under way. */
  close(): Promise<void>;
}

/** Builds the parts that are asked for at a Redis, one after another. */
export function workOnParts(redis: Redis, workers: number): PartWorker {
  const scratch = scratchFolder();
  process.once('exit', scratch.remove);
  let refuse = (_: string) => {};
  const refusal = new Promise<string>((resolve) => {
    refuse = resolve;
  });
  const work = async (part: Job<PartTask>, token?: string) => {
    const { found, problem } = await here(part, { workers, scratch: scratch.path });
    if (found) return buildAndHandIn(part.data, found);
    await part.updateProgress({ refused: `${hostname()}: ${problem}` } satisfies PartProgress);
    await part.moveToWait(token);
    refuse(`${problem} The part waits for another worker.`);
    worker.close();
    throw new WaitingError();
  };
  const worker: Worker<PartTask> = new Worker(PARTS_QUEUE, work, {
    connection: redis,
    name: `${hostname()}:${process.pid}`,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_LOST_MS,
    maxStalledCount: MOST_LOSSES,
  });
  worker.on('failed', (part, { message }) => {
    console.error(`Part ${Number(part?.data.index) + 1} failed: ${message}`);
  });
  // The connection reports a lost Redis; a part that it forgot is there, and whoever asks again finds it.
  worker.on('error', () => {});
  return { refusal, close: () => worker.close() };
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
    return {
      problem: `${recipe} was asked for with other ${difference} than are here. Bring this machine to the same commit and files, and start the worker again.`,
    };
  } catch (error) {
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
    part.updateProgress({ stage, share } satisfies PartProgress).catch(() => {});
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
