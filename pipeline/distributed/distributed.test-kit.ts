/** A small build for tests of distributed builds, a Redis and an S3 store of their own, and workers there. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, mock } from 'node:test';
import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import S3rver from 's3rver';
import { freePort } from '../../service/test/free-port.ts';
import { startRedis } from '../../service/test/redis.ts';
import { until } from '../../service/test/until.ts';
import { plausibleGhi, SMALL_BBOX, smallRecipe, writeMonths } from '../dataset/dataset.test-kit.ts';
import { PROJECT } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { type BuildJob, buildDatasetOf, buildJob } from '../versions/build-job.ts';
import { connectRedis, type PartTask, partsQueue } from './build-queue.ts';
import { workOnParts } from './build-worker.ts';
import { distributeBuild } from './distribute-build.ts';

export const root = testFolder();
export const inputs = join(root, 'inputs');
const recipePath = join(inputs, 'recipe.json');
const local = join(root, 'local');

mock.method(console, 'log', () => {});
/** Lines that this process reported. */
export const said: string[] = [];
mock.method(console, 'error', (line: string) => said.push(line));

writeMonths(inputs, 'ghi', plausibleGhi);
const grid = { step_deg: 0.25, bbox: SMALL_BBOX, coverage: 'data' as const };
writeFileSync(recipePath, JSON.stringify({ ...smallRecipe(), grid }));
await buildDatasetOf(await jobFor('local'));

/** The build into a folder of the tests'. */
export function jobFor(out: string): Promise<BuildJob> {
  const how = { out: join(root, out), workers: 1, force: false, progress: () => {} };
  return buildJob(recipePath, how);
}

/** A Redis of the test's own, the connection to it, and the queue of parts. */
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

/** An S3 store of the test's own, by its address. */
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

/** Builds by the workers there. */
export function distribute(
  job: BuildJob,
  count: number,
  redis: Redis,
  more: Partial<Parameters<typeof distributeBuild>[3]> = {},
): Promise<void> {
  return distributeBuild(job, count, redis, { waitMs: 1_800_000, ...more });
}

/** A worker in a process of its own, and what it has reported. */
export interface Worker {
  child: ChildProcess;
  told(): string;
}

/** `make build-worker`. */
export function startWorker(url: string): Worker {
  const words = ['--import', 'tsx', join(PROJECT, 'pipeline', 'build-worker.ts'), '--workers', '1'];
  const env = { ...process.env, REDIS_URL: url };
  const child = spawn(process.execPath, words, { cwd: PROJECT, env });
  after(() => child.kill('SIGKILL'));
  let told = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => {
      told += text;
    });
  }
  return { child, told: () => told };
}

/** `make build-distributed` into a folder of the tests'. */
export function startCoordinator(url: string, out: string, parts: number): ChildProcess {
  const program = join(PROJECT, 'pipeline', 'build-distributed.ts');
  const options = ['--recipe', recipePath, '--out', join(root, out), '--parts', String(parts)];
  const env = { ...process.env, REDIS_URL: url };
  const words = ['--import', 'tsx', program, ...options];
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

/** The first part that a worker has in its hands. */
export async function partUnderWay(parts: Queue<PartTask>): Promise<Job<PartTask>> {
  const find = async () => (await parts.getActive()).find((part) => part?.processedBy);
  return until(find, 'a worker has a part');
}

/** The worker that has a part in its hands. */
export function workerOf(part: Job<PartTask>, workers: Worker[]): Worker {
  const worker = workers.find(({ child }) => part.processedBy?.endsWith(`:${child.pid}`));
  if (!worker) throw new Error(`${part.processedBy} is none of the workers`);
  return worker;
}

export function assertSameBytes(out: string): void {
  for (const name of ['pv-yield.bin', 'summary.csv']) {
    const [one, other] = [join(root, out, name), join(local, name)];
    assert.ok(existsSync(one) && readFileSync(one).equals(readFileSync(other)), name);
  }
}
