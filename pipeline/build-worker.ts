/**
 * Builds parts of datasets from the queue in the Redis of REDIS_URL, until it is stopped:
 * `node --import tsx pipeline/build-worker.ts [--workers N]`.
 */
import { commandLine, countOption } from './command-line.ts';
import { connectRedis } from './distributed/build-queue.ts';
import { workOnParts } from './distributed/build-worker.ts';

const options = commandLine({ options: { workers: { type: 'string', default: '2' } } });

try {
  const threads = countOption(
    'WORKERS (--workers)',
    options.workers,
    'make build-worker WORKERS=2',
  );
  const redis = await connectRedis(process.env.REDIS_URL);
  const worker = await workOnParts(redis, threads);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  console.log(
    `Waiting for parts in ${worker.queue}. Ctrl-C ends it. Another worker takes a part under way after 30 s.`,
  );
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exit(1);
}
