/**
 * Builds parts of datasets from the queue in the Redis of REDIS_URL, until it is stopped: `sun build-worker`.
 */

import { commandLine } from '../schemas/commands/command-line.ts';
import { connectRedis } from './distributed/build-queue.ts';
import { workOnParts } from './distributed/build-worker.ts';

const { workers = '2' } = commandLine('build-worker');

const redis = await connectRedis(process.env.REDIS_URL);
const worker = await workOnParts(redis, Number(workers));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
console.log(
  `Waiting for parts in ${worker.queue}. Ctrl-C ends it. Another worker takes a part under way after 30 s.`,
);
