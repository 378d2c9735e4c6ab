/** Builds in parts by workers at a real Redis: the bytes of a build in one process, whatever is lost meanwhile. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../service/test/free-port.ts';
import { skipWithoutRedis as skip } from '../../service/test/redis.ts';
import { until } from '../../service/test/until.ts';
import { connectRedis } from './build-queue.ts';
import {
  assertSameBytes,
  distribute,
  inputs,
  jobFor,
  messages,
  partUnderWay,
  queueServer,
  root,
  s3Store,
  startCoordinator,
  startWorker,
  workerOf,
  workHere,
} from './distributed.test-kit.ts';

const PARTS = 3;

test('two workers build one dataset; one that is killed at its part, and a killed coordinator, change no byte', {
  skip,
}, async () => {
  const { url, redis, parts } = await queueServer();
  const workers = [startWorker(url), startWorker(url)];
  const coordinator = startCoordinator(url, 'killed', PARTS);
  const part = await partUnderWay(parts);
  workerOf(part, workers).kill('SIGKILL');
  coordinator.kill('SIGKILL');
  const file = `pv-yield.${part.data.index + 1}-of-${PARTS}.bin`;
  assert.ok(!existsSync(join(root, 'killed', file)), 'killed at its part');
  await distribute(await jobFor('killed'), PARTS, redis);
  assertSameBytes('killed');
  assert.deepEqual(await parts.getJobs(), [], 'nothing is left in the queue');

  // Finished parts are not built again: there is no worker.
  for (const worker of workers) worker.kill('SIGKILL');
  rmSync(join(root, 'killed', 'pv-yield.bin'));
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
  const { url } = await s3Store('s3');
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
