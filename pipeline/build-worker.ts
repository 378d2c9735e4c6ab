/**
 * Builds parts of datasets for whoever asks at the Redis of REDIS_URL, until it is stopped:
 * `node --import tsx pipeline/build-worker.ts [--workers N]`. With other inputs than a part was asked for with
 * it gives the part back and says so.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { commandLine, countOption } from './command-line.ts';
import { connectRedis } from './distributed/build-queue.ts';
import { type PartWorker, workOnParts } from './distributed/build-worker.ts';

/** How long giving a part back may take, as at a Redis that is lost. */
const LEAVE_MS = 3_000;

const options = commandLine({ options: { workers: { type: 'string', default: '2' } } });

try {
  const threads = countOption(
    'WORKERS (--workers)',
    options.workers,
    'make build-worker WORKERS=2',
  );
  const redis = await connectRedis(process.env.REDIS_URL);
  const worker = await workOnParts(redis, threads);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave(worker));
  console.log(
    `Waiting for parts in ${worker.queue}. Ctrl-C ends it; a part under way goes back, and another worker takes it.`,
  );
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exit(1);
}

async function leave(worker: PartWorker): Promise<void> {
  await Promise.race([worker.close(), wait(LEAVE_MS)]);
  process.exit(0);
}
