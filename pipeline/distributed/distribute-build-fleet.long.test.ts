/** Two workers in processes of their own outlive their store, coordinators of other code, and each other. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { redisOperator, skipWithoutRedis as skip } from '../../service/test/redis.ts';
import {
  assertSameBytes,
  distribute,
  jobFor,
  partUnderWay,
  queueServer,
  s3Store,
  said,
  startWorker,
  until,
  type Worker,
  workerOf,
} from './distributed.test-kit.ts';

const AWAY_MS = 6_000;

const queue = skip ? null : await queueServer();
const store = await s3Store('store');
const workers = queue ? [startWorker(queue.url), startWorker(queue.url)] : [];

/** The Redis, when the workers wait there. */
async function fleet() {
  if (!queue) throw new Error('skipped');
  await until(async () => (await queue.parts.getWorkersCount()) === 2);
  return queue;
}

const isAlive = ({ child }: Worker) => child.exitCode === null && child.signalCode === null;

test('a store that is away for 6 s ends neither worker nor build, and all say what they wait for', {
  skip,
}, async () => {
  const { redis, parts } = await fleet();
  await store.stop();
  const building = distribute(await jobFor('away'), 4, redis, { url: store.url });
  await until(() =>
    said.some((line) => /cannot be reached: .*ECONNREFUSED.* Tried again in 1 s/.test(line)),
  );
  await store.start();
  await partUnderWay(parts);
  await store.stop();
  await wait(AWAY_MS);
  assert.deepEqual(workers.map(isAlive), [true, true]);
  assert.ok(workers.some(({ told }) => /cannot be reached: .* Tried again in 1 s/.test(told())));
  assert.ok(said.some((line) => /^Part \d of 4 waits at .*: .* cannot be reached/.test(line)));
  await store.start();
  await building;
  assertSameBytes('away');
  assert.deepEqual(workers.map(isAlive), [true, true]);
});

test('a coordinator of other code meets no worker, gives up after WAIT by name, and ends none', {
  skip,
}, async () => {
  const { redis, parts } = await fleet();
  const job = await jobFor('other');
  const key = { ...job.key, code: '0'.repeat(64) };
  await assert.rejects(
    distribute({ ...job, key }, 2, redis, { waitMs: 3_000 }),
    /^Error: No worker for sun-build-parts-000000000000 is at this Redis \(start some from this commit: make build-worker\), for the 0\.05 min of WAIT\./,
  );
  assert.deepEqual(workers.map(isAlive), [true, true]);
  assert.equal(await parts.getWorkersCount(), 2);
  await distribute(job, 2, redis);
  assertSameBytes('other');
});

test('a worker that gets SIGTERM gives its part back at once, which is no loss, and another builds it', {
  skip,
}, async () => {
  const { redis, parts } = await fleet();
  const building = distribute(await jobFor('stopped'), 3, redis);
  const part = await partUnderWay(parts);
  const worker = workerOf(part, workers);
  const began = performance.now();
  worker.child.kill('SIGTERM');
  assert.deepEqual(await once(worker.child, 'exit'), [0, null]);
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < 3, `it took ${seconds.toFixed(1)} s, and a lost one is missed after 30`);
  const after = await parts.getJob(part.id ?? '');
  assert.ok(after && after.processedBy !== undefined, 'it is there still');
  assert.deepEqual([after.attemptsMade, after.stalledCounter], [0, 0]);
  await building;
  assertSameBytes('stopped');
  assert.equal(workers.filter(isAlive).length, 1);
});

test('a Redis that takes no writes for a while, as a replica does, ends no build', {
  skip,
}, async () => {
  const { redis, port, parts } = await queueServer();
  const operator = redisOperator(port);
  const worker = startWorker(`redis://127.0.0.1:${port}`);
  const building = distribute(await jobFor('sick'), 2, redis);
  await partUnderWay(parts);
  await operator.replicaof('127.0.0.1', '1');
  await until(() => said.some((line) => /^READONLY .* Tried again in 2 s, for ten min/.test(line)));
  await operator.replicaof('NO', 'ONE');
  await building;
  assertSameBytes('sick');
  assert.ok(isAlive(worker));
});

test('a build that is stopped while its Redis takes no writes ends, with its own reason', {
  skip,
}, async () => {
  const { redis, port, parts } = await queueServer();
  const stop = new AbortController();
  const building = distribute(await jobFor('stuck'), 2, redis, { stop: stop.signal });
  await until(async () => (await parts.getWaitingCount()) === 2);
  await redisOperator(port).replicaof('127.0.0.1', '1');
  stop.abort();
  await assert.rejects(building, /^Error: stopped\. Parts that are begun will be finished/);
});

test('a build whose Redis is away says so and gives up after WAIT', { skip }, async () => {
  const { redis, server, parts } = await queueServer();
  const building = distribute(await jobFor('lost'), 2, redis, { waitMs: 3_000 });
  await until(async () => (await parts.getWaitingCount()) === 2);
  server.kill('SIGKILL');
  await assert.rejects(building, /^Error: The Redis does not answer, for the 0\.05 min of WAIT\./);
});
