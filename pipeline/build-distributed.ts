/**
 * Builds the dataset of a recipe on many machines: `sun build-distributed`. REDIS_URL is the Redis of the workers
 * (build-worker.ts), BUILD_URL an S3 folder for machines that share no disk.
 */
import { join } from 'node:path';
import { commandLine } from '../schemas/commands/command-line.ts';
import { PROJECT } from '../schemas/project.ts';
import { connectRedis } from './distributed/build-queue.ts';
import { distributeBuild } from './distributed/distribute-build.ts';
import { buildJob } from './versions/build-job.ts';

const {
  recipe = join(PROJECT, 'fixtures', 'recipe.json'),
  out = join(PROJECT, 'artifacts'),
  parts = '8',
  wait = '30',
} = commandLine('build-distributed');
/** Threads that encode the joined cells. Workers compute the yields. */
const JOINERS = 2;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const redis = await connectRedis(process.env.REDIS_URL);
const job = await buildJob(recipe, { out, workers: JOINERS, force: false });
const url = process.env.BUILD_URL || undefined;
await distributeBuild(job, Number(parts), redis, {
  url,
  waitMs: 60_000 * Number(wait),
  stop: stop.signal,
});
redis.disconnect();
console.log(`Done in ${process.uptime().toFixed(1)} s.`);
