/**
 * Builds the dataset of a recipe on many machines: `node --import tsx pipeline/build-distributed.ts
 * [--recipe FILE] [--out FOLDER] [--parts N] [--wait MINUTES]`. REDIS_URL is the Redis of the workers
 * (build-worker.ts), BUILD_URL an S3 folder for machines that share no disk.
 */
import { join } from 'node:path';
import { PROJECT } from '../schemas/project.ts';
import { commandLine, countOption } from './command-line.ts';
import { connectRedis } from './distributed/build-queue.ts';
import { distributeBuild } from './distributed/distribute-build.ts';
import { buildJob } from './versions/build-job.ts';

const options = commandLine({
  options: {
    recipe: { type: 'string', default: join(PROJECT, 'fixtures', 'recipe.json') },
    out: { type: 'string', default: join(PROJECT, 'artifacts') },
    parts: { type: 'string', default: '8' },
    wait: { type: 'string', default: '30' },
  },
});
/** Threads that encode the joined cells. Workers compute the yields. */
const JOINERS = 2;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const { recipe, out, parts, wait } = options;
  const count = countOption('PARTS (--parts)', parts, 'make build-distributed PARTS=8');
  const minutes = countOption('WAIT (--wait)', wait, 'make build-distributed WAIT=30');
  const redis = await connectRedis(process.env.REDIS_URL);
  const job = await buildJob(recipe, { out, workers: JOINERS, force: false });
  const url = process.env.BUILD_URL || undefined;
  await distributeBuild(job, count, redis, { url, waitMs: 60_000 * minutes, stop: stop.signal });
  redis.disconnect();
  console.log(`Done in ${process.uptime().toFixed(1)} s.`);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exit(1);
}
