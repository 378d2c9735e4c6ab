/** Builds in parts by workers at a real Redis: the bytes of a build in one process, whatever is lost meanwhile. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import S3rver from 's3rver';
import { PROJECT } from '../../schemas/project.ts';
import { freePort } from '../../service/test/free-port.ts';
import { skipWithoutRedis as skip, startRedis } from '../../service/test/redis.ts';
import { until } from '../../service/test/until.ts';
import { writeSmallRecipe } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { type BuildJob, buildDatasetOf, buildJob } from '../versions/build-job.ts';
import { connectRedis, type PartTask, partsQueue } from './build-queue.ts';
import { workOnParts } from './build-worker.ts';
import { distributeBuild } from './distribute-build.ts';

const root = testFolder();
const inputs = join(root, 'inputs');
const recipePath = writeSmallRecipe(inputs);
const local = join(root, 'local');

mock.method(console, 'log', () => {});
/** Lines that this process has logged. */
const messages: string[] = [];
mock.method(console, 'error', (line: string) => messages.push(line));

await buildDatasetOf(await jobFor('local'));

/** The build into a folder of the tests. */
function jobFor(out: string): Promise<BuildJob> {
  const how = { out: join(root, out), workers: 1, force: false, progress: () => {} };
  return buildJob(recipePath, how);
}

/** A Redis for one test, a connection to it, and the queue of parts. */
async function queueServer() {
  const port = await freePort();
  await startRedis(port);
  const url = `redis://127.0.0.1:${port}`;
  const redis = await connectRedis(url);
  const { code } = await jobFor('local');
  const parts = new Queue<PartTask>(partsQueue(code), { connection: redis });
  after(() => redis.disconnect());
  return { url, redis, parts };
}

/** Builds by the workers at a Redis. */
function distribute(
  job: BuildJob,
  count: number,
  redis: Redis,
  more: Partial<Parameters<typeof distributeBuild>[3]> = {},
): Promise<void> {
  return distributeBuild(job, count, redis, { waitMs: 1_800_000, ...more });
}

/** Runs `make build-worker` or `make build-distributed` at a Redis. */
function start(program: string, options: string[], url: string): ChildProcess {
  const words = ['--import', 'tsx', join(PROJECT, 'pipeline', program), ...options];
  const env = { ...process.env, REDIS_URL: url };
  const child = spawn(process.execPath, words, { cwd: PROJECT, env, stdio: 'ignore' });
  after(() => child.kill('SIGKILL'));
  return child;
}

/** A worker in this process. */
async function workHere(redis: Redis) {
  const worker = await workOnParts(redis, 1);
  after(worker.close);
  return worker;
}

function assertSameBytes(out: string): void {
  for (const name of ['pv-yield.bin', 'summary.csv']) {
    const [one, other] = [join(root, out, name), join(local, name)];
    assert.ok(existsSync(one) && readFileSync(one).equals(readFileSync(other)), name);
  }
}

const PARTS = 3;

test('two workers build one dataset; one that is killed at its part, and a killed coordinator, change no byte', {
  skip,
}, async () => {
  const { url, redis, parts } = await queueServer();
  const workers = [1, 2].map(() => start('build-worker.ts', ['--workers', '1'], url));
  const out = join(root, 'killed');
  const options = ['--recipe', recipePath, '--out', out, '--parts', String(PARTS)];
  const coordinator = start('build-distributed.ts', options, url);
  const underWay = async () => (await parts.getActive()).find((part) => part?.processedBy);
  const part = await until(underWay, 'a worker has a part');
  const worker = workers.find(({ pid }) => part.processedBy?.endsWith(`:${pid}`));
  assert.ok(worker?.kill('SIGKILL'), `${part.processedBy} is one of the workers`);
  coordinator.kill('SIGKILL');
  const file = `pv-yield.${part.data.index + 1}-of-${PARTS}.bin`;
  assert.ok(!existsSync(join(out, file)), 'killed at its part');
  await distribute(await jobFor('killed'), PARTS, redis);
  assertSameBytes('killed');
  assert.deepEqual(await parts.getJobs(), [], 'nothing is left in the queue');

  // Finished parts are not built again: there is no worker.
  for (const worker of workers) worker.kill('SIGKILL');
  rmSync(join(out, 'pv-yield.bin'));
  await distribute(await jobFor('killed'), PARTS, redis);
  assertSameBytes('killed');
});

test('a worker with other inputs fails a part and says why, and builds it with the right ones', {
  skip,
}, async () => {
  const { redis, parts } = await queueServer();
  const job = await jobFor('refused');
  const june = join(inputs, 'ghi_06.asc');
  const original = readFileSync(june, 'utf8');
  writeFileSync(june, original.replace('\n', ' \n'));
  const worker = await workHere(redis);
  const building = distribute(job, 1, redis);
  const part = await until(
    async () => (await parts.getDelayed()).find(Boolean),
    'a part is delayed',
  );
  assert.match(
    messages.join('\n'),
    /failed: .* with another recipe or other inputs than here\. Bring/,
  );
  writeFileSync(june, original);
  await part.promote();
  await building;
  await worker.close();
  assertSameBytes('refused');
});

test('a build without a worker ends after WAIT and names the queue', { skip }, async () => {
  const { redis } = await queueServer();
  await assert.rejects(
    distribute(await jobFor('alone'), 2, redis, { waitMs: 1_500 }),
    /^Error: No worker for sun-build-parts-\w{12} is at this Redis .*, for the 0\.025 min of WAIT\. The same command/,
  );
});

test('a Redis that loses the parts ends the build, and the same command continues it', {
  skip,
}, async () => {
  const { redis, parts } = await queueServer();
  const building = distribute(await jobFor('forgotten'), 2, redis);
  const lost = assert.rejects(
    building,
    /^Error: The Redis has lost parts\. The same command continues/,
  );
  await until(async () => (await parts.getWaitingCount()) === 2, 'two parts wait');
  await redis.flushall();
  await lost;
  const worker = await workHere(redis);
  await distribute(await jobFor('forgotten'), 2, redis);
  await worker.close();
  assertSameBytes('forgotten');
});

test('a part that fails every time ends the build with its reason', { skip }, async () => {
  const { redis, parts } = await queueServer();
  const job = await jobFor('failing');
  // Where the part is to be built there is a file.
  writeFileSync(join(root, 'failing'), '');
  const building = distribute(job, 1, redis);
  const worker = await workHere(redis);
  // Promoted at once, so that no attempt waits for its backoff.
  const hurry = setInterval(async () => {
    for (const part of await parts.getDelayed()) await part.promote().catch(() => {});
  }, 50);
  await assert.rejects(building, /part 1 of 1: .*failing/);
  clearInterval(hurry);
  await worker.close();
});

test('machines without a common folder share inputs and parts by an S3 store', {
  skip,
}, async () => {
  const { redis } = await queueServer();
  const [port, directory] = [await freePort(), join(root, 's3')];
  mkdirSync(directory);
  const configureBuckets = [{ name: 'sun', configs: [] }];
  const store = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets,
  });
  await store.run();
  after(() => store.close());
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  const url = `http://127.0.0.1:${port}/sun/builds`;
  const building = distribute(await jobFor('asked'), 2, redis, { url });
  const worker = await workHere(redis);
  await building;
  await worker.close();
  assertSameBytes('asked');
  await distribute(await jobFor('again'), 2, redis, { url });
  assertSameBytes('again');
  assert.deepEqual(
    readdirSync(join(root, 'again')).filter((name) => name.includes('-of-')),
    ['pv-yield.1-of-2.bin', 'pv-yield.2-of-2.bin'],
    'parts of the store, built by no worker',
  );
});

test('an address without a Redis is an error that names the setting', async () => {
  await assert.rejects(connectRedis(undefined), /REDIS_URL is not set, expected one that all/);
  const nobody = `redis://:secret@127.0.0.1:${await freePort()}`;
  await assert.rejects(
    connectRedis(nobody),
    /^Error: REDIS_URL: no Redis answers at 127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\)\. Start it/,
  );
});
