/**
 * Builds parts of datasets for whoever asks at the Redis of REDIS_URL, until it is stopped:
 * `node --import tsx pipeline/build-worker.ts [--workers N]`. With other code or inputs than a part was asked
 * for with it gives the part back, says so and ends.
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
  console.log('Waiting for parts. Ctrl-C ends it; a part under way is then taken over by another.');
  throw new Error(await workOnParts(redis, threads).refusal);
} catch (error) {
  console.error(`Worker ended: ${(error as Error).message}`);
  process.exit(1);
}
