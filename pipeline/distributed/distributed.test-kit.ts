/** A small build for tests of distributed builds, with a Redis, an S3 store and workers. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, mock } from 'node:test';
import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import S3rver from 's3rver';
import { PROJECT } from '../../schemas/project.ts';
import { freePort } from '../../service/test/free-port.ts';
import { startRedis } from '../../service/test/redis.ts';
import { until } from '../../service/test/until.ts';
import { writeSmallRecipe } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { type BuildJob, buildDatasetOf, buildJob } from '../versions/build-job.ts';
import { connectRedis, type PartTask, partsQueue } from './build-queue.ts';
import { workOnParts } from './build-worker.ts';
import { distributeBuild } from './distribute-build.ts';

export const root = testFolder();
export const inputs = join(root, 'inputs');
const recipePath = writeSmallRecipe(inputs);
const local = join(root, 'local');

mock.method(console, 'log', () => {});
/** Lines that this process has logged. */
export const messages: string[] = [];
mock.method(console, 'error', (line: string) => messages.push(line));

await buildDatasetOf(await jobFor('local'));

/** The build into a folder of the tests. */
export function jobFor(out: string): Promise<BuildJob> {
  const how = { out: join(root, out), workers: 1, force: false, progress: () => {} };
  return buildJob(recipePath, how);
}

/** A Redis for one test, a connection to it, and the queue of parts. */
export async function queueServer() {
  const port = await freePort();
  const server = await startRedis(port);
  const url = `redis://127.0.0.1:${port}`;
  const redis = await connectRedis(url);
  const { code } = await jobFor('local');
  const parts = new Queue<PartTask>(partsQueue(code), { connection: redis });
  after(() => redis.disconnect());
  return { port, server, url, redis, parts };
}

/** An S3 store for one test, by its address. */
export async function s3Store(name: string) {
  const port = await freePort();
  const directory = join(root, name);
  mkdirSync(directory);
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: 'sun', configs: [] }],
  });
  await server.run();
  after(() => server.close());
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  return { url: `http://127.0.0.1:${port}/sun/builds` };
}

/** Builds by the workers at a Redis. */
export function distribute(
  job: BuildJob,
  count: number,
  redis: Redis,
  more: Partial<Parameters<typeof distributeBuild>[3]> = {},
): Promise<void> {
  return distributeBuild(job, count, redis, { waitMs: 1_800_000, ...more });
}

/** `make build-worker`. */
export function startWorker(url: string): ChildProcess {
  return start('build-worker.ts', ['--workers', '1'], url);
}

/** `make build-distributed` into a folder of the tests. */
export function startCoordinator(url: string, out: string, parts: number): ChildProcess {
  const options = ['--recipe', recipePath, '--out', join(root, out), '--parts', String(parts)];
  return start('build-distributed.ts', options, url);
}

function start(program: string, options: string[], url: string): ChildProcess {
  const words = ['--import', 'tsx', join(PROJECT, 'pipeline', program), ...options];
  const env = { ...process.env, REDIS_URL: url };
  const child = spawn(process.execPath, words, { cwd: PROJECT, env, stdio: 'ignore' });
  after(() => child.kill('SIGKILL'));
  return child;
}

/** A worker in this process. */
export async function workHere(redis: Redis) {
  const worker = await workOnParts(redis, 1);
  after(worker.close);
  return worker;
}

/** The first part that a worker has taken. */
export async function partUnderWay(parts: Queue<PartTask>): Promise<Job<PartTask>> {
  const find = async () => (await parts.getActive()).find((part) => part?.processedBy);
  return until(find, 'a worker has a part');
}

/** The worker that has taken a part. */
export function workerOf(part: Job<PartTask>, workers: ChildProcess[]): ChildProcess {
  const worker = workers.find(({ pid }) => part.processedBy?.endsWith(`:${pid}`));
  if (!worker) throw new Error(`${part.processedBy} is none of the workers`);
  return worker;
}

export function assertSameBytes(out: string): void {
  for (const name of ['pv-yield.bin', 'summary.csv']) {
    const [one, other] = [join(root, out, name), join(local, name)];
    assert.ok(existsSync(one) && readFileSync(one).equals(readFileSync(other)), name);
  }
}
