/** Builds in parts by workers at a real Redis: the bytes of a build in one process, whatever is lost meanwhile. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import S3rver from 's3rver';
import { freePort } from '../../service/test/free-port.ts';
import { skipWithoutRedis as skip, startRedis } from '../../service/test/redis.ts';
import { plausibleGhi, SMALL_BBOX, smallRecipe, writeMonths } from '../dataset/dataset.test-kit.ts';
import { PROJECT } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { type BuildJob, buildDatasetOf, buildJob } from '../versions/build-job.ts';
import { connectRedis, PARTS_QUEUE, type PartTask } from './build-queue.ts';
import { workOnParts } from './build-worker.ts';
import { distributeBuild } from './distribute-build.ts';

const root = testFolder();
const inputs = join(root, 'inputs');
const recipePath = join(inputs, 'recipe.json');
const local = join(root, 'local');
const PARTS = 3;

mock.method(console, 'log', () => {});
const said: string[] = [];
mock.method(console, 'error', (line: string) => said.push(line));

const jobFor = (out: string): Promise<BuildJob> =>
  buildJob(recipePath, { out: join(root, out), workers: 1, force: false, progress: () => {} });

before(async () => {
  writeMonths(inputs, 'ghi', plausibleGhi);
  const grid = { step_deg: 0.25, bbox: SMALL_BBOX, coverage: 'data' as const };
  writeFileSync(recipePath, JSON.stringify({ ...smallRecipe(), grid }));
  await buildDatasetOf(await jobFor('local'));
});

async function until<Value>(look: () => Promise<Value | undefined> | Value | undefined) {
  for (const end = Date.now() + 120_000; Date.now() < end; await wait(5)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error('waited in vain');
}

/** A Redis of the test's own, the connection to it, and the queue of parts. */
async function queueServer() {
  const port = await freePort();
  const server = await startRedis(port);
  const url = `redis://127.0.0.1:${port}`;
  const redis = await connectRedis(url);
  const parts = new Queue<PartTask>(PARTS_QUEUE, { connection: redis });
  after(() => redis.disconnect());
  return { port, server, url, redis, parts };
}

/** `make build-worker`. */
function startWorker(url: string): ChildProcess {
  const words = ['--import', 'tsx', join(PROJECT, 'pipeline', 'build-worker.ts'), '--workers', '1'];
  const env = { ...process.env, REDIS_URL: url };
  const child = spawn(process.execPath, words, { cwd: PROJECT, env, stdio: 'ignore' });
  after(() => child.kill('SIGKILL'));
  return child;
}

/** A worker in this process. */
function workHere(redis: Redis) {
  const worker = workOnParts(redis, 1);
  after(worker.close);
  return worker;
}

/** The first part that a worker has in its hands. */
async function partUnderWay(parts: Queue<PartTask>): Promise<Job<PartTask>> {
  return until(async () => (await parts.getActive()).find((part) => part?.processedBy));
}

function assertSameBytes(out: string): void {
  for (const name of ['pv-yield.bin', 'summary.csv']) {
    const [one, other] = [join(root, out, name), join(local, name)];
    assert.ok(readFileSync(one).equals(readFileSync(other)), name);
  }
}

test('two workers build one dataset; one that is killed at its part and a Redis that forgets all change no byte', {
  skip,
}, async () => {
  const { port, server, url, redis, parts } = await queueServer();
  const workers = [startWorker(url), startWorker(url)];
  const first = distributeBuild(await jobFor('killed'), PARTS, redis);
  const part = await partUnderWay(parts);
  const victim = workers.find(({ pid }) => part.processedBy?.endsWith(`:${pid}`));
  victim?.kill('SIGKILL');
  const file = `pv-yield.${part.data.index + 1}-of-${PARTS}.bin`;
  assert.ok(victim && !existsSync(join(root, 'killed', file)), 'killed at its part');
  await first;
  assertSameBytes('killed');

  const second = distributeBuild(await jobFor('forgotten'), PARTS, redis);
  await partUnderWay(parts);
  const exit = once(server, 'exit');
  server.kill('SIGKILL');
  await exit;
  await startRedis(port);
  await second;
  assertSameBytes('forgotten');
  assert.ok(said.includes('The Redis is back.'), said.join('\n'));
  assert.deepEqual(await parts.getJobs(), [], 'nothing is left in the queue');

  const written = existsSync(join(root, 'forgotten', 'pv-yield.1-of-3.bin'));
  assert.ok(written);
  for (const worker of workers) worker.kill('SIGKILL');
  rmSync(join(root, 'forgotten', 'pv-yield.bin'));
  await distributeBuild(await jobFor('forgotten'), PARTS, redis);
  assertSameBytes('forgotten');
});

test('a worker with other inputs or other code gives a part back with a sentence, and a fitting one builds it', {
  skip,
}, async () => {
  const { redis, parts } = await queueServer();
  const job = await jobFor('refused');
  const stop = new AbortController();
  const key = { ...job.key, code: '0'.repeat(64) };
  const other = distributeBuild({ ...job, key }, 1, redis, { stop: stop.signal });
  const refusal = await workHere(redis).refusal;
  assert.match(refusal, /recipe\.json was asked for with other code than are here\..* waits for/);
  const [part] = await parts.getWaiting();
  assert.equal(part.attemptsMade, 0, 'it was no failure');
  await until(() => said.some((line) => /Part 1 of 1 was given back by .* other code/.test(line)));
  stop.abort();
  await assert.rejects(other, /stopped\. Parts that are begun will be finished/);
  assert.deepEqual(await parts.getJobs(), []);

  const june = join(inputs, 'ghi_06.asc');
  const original = readFileSync(june, 'utf8');
  const building = distributeBuild(job, 1, redis);
  writeFileSync(june, original.replace('\n', ' \n'));
  assert.match(await workHere(redis).refusal, /with other inputs \(rasters, .*\) than are here/);
  writeFileSync(june, original);
  const worker = workHere(redis);
  await building;
  await worker.close();
  assertSameBytes('refused');
});

test('a part that fails every time ends the build with its reason', { skip }, async () => {
  const { redis, parts } = await queueServer();
  const job = await jobFor('failing');
  // Where the part is to be built there is a file.
  writeFileSync(join(root, 'failing'), '');
  const building = distributeBuild(job, 1, redis);
  const worker = workHere(redis);
  const hurry = setInterval(async () => {
    for (const part of await parts.getDelayed()) await part.promote().catch(() => {});
  }, 50);
  await assert.rejects(building, /part 1 of 1: .*failing/);
  clearInterval(hurry);
  await worker.close();
  assert.deepEqual(await parts.getJobs(), []);
});

test('machines without a common folder share inputs and parts by an S3 store', {
  skip,
}, async () => {
  const { redis } = await queueServer();
  mkdirSync(join(root, 's3'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(root, 's3'),
    configureBuckets: [{ name: 'sun', configs: [] }],
  });
  const { port } = await server.run();
  after(() => server.close());
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  const url = `http://127.0.0.1:${port}/sun/builds`;
  const building = distributeBuild(await jobFor('asked'), 2, redis, { url });
  const worker = workHere(redis);
  await building;
  await worker.close();
  assertSameBytes('asked');
  await distributeBuild(await jobFor('again'), 2, redis, { url });
  assertSameBytes('again');
  assert.deepEqual(
    readdirSync(join(root, 'again')).filter((name) => name.includes('-of-')),
    ['pv-yield.1-of-2.bin', 'pv-yield.2-of-2.bin'],
    'parts of the store, built by nobody',
  );
});

test('without a Redis there is a sentence', async () => {
  await assert.rejects(connectRedis(undefined), /REDIS_URL is not set, expected one that all/);
  const nobody = `redis://:secret@127.0.0.1:${await freePort()}`;
  await assert.rejects(
    connectRedis(nobody),
    /^Error: REDIS_URL: no Redis answers at 127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\)\. Start it/,
  );
});
