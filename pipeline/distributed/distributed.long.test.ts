/** Builds in parts by workers at a real Redis: the bytes of a build in one process, whatever is lost meanwhile. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../service/test/free-port.ts';
import { skipWithoutRedis as skip, startRedis } from '../../service/test/redis.ts';
import { connectRedis } from './build-queue.ts';
import {
  assertSameBytes,
  distribute,
  inputs,
  jobFor,
  partUnderWay,
  queueServer,
  root,
  s3Store,
  said,
  startWorker,
  until,
  workerOf,
  workHere,
} from './distributed.test-kit.ts';

const PARTS = 3;

test('two workers build one dataset; one that is killed at its part and a Redis that forgets all change no byte', {
  skip,
}, async () => {
  const { port, server, url, redis, parts } = await queueServer();
  const workers = [startWorker(url), startWorker(url)];
  const first = distribute(await jobFor('killed'), PARTS, redis);
  const part = await partUnderWay(parts);
  workerOf(part, workers).child.kill('SIGKILL');
  const file = `pv-yield.${part.data.index + 1}-of-${PARTS}.bin`;
  assert.ok(!existsSync(join(root, 'killed', file)), 'killed at its part');
  await first;
  assertSameBytes('killed');

  const second = distribute(await jobFor('forgotten'), PARTS, redis);
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
  for (const { child } of workers) child.kill('SIGKILL');
  rmSync(join(root, 'forgotten', 'pv-yield.bin'));
  await distribute(await jobFor('forgotten'), PARTS, redis);
  assertSameBytes('forgotten');
});

test('a worker with other inputs gives a part back with a sentence, and builds it when they are right', {
  skip,
}, async () => {
  const { redis, parts } = await queueServer();
  const job = await jobFor('refused');
  const june = join(inputs, 'ghi_06.asc');
  const original = readFileSync(june, 'utf8');
  writeFileSync(june, original.replace('\n', ' \n'));
  const worker = await workHere(redis);
  await assert.rejects(
    distribute(job, 1, redis, { waitMs: 6_000 }),
    /No worker for \S+ is at this Redis beside those that gave its parts back .*, for the 0\.1 min of WAIT/,
  );
  const building = distribute(job, 1, redis);
  const told = /has given a part back: .* with other inputs \(rasters, .*\) than are here\. Bring/;
  assert.ok(said.some((line) => told.test(line)));
  const part = await until(async () => (await parts.getDelayed()).find(Boolean));
  assert.equal(part.attemptsMade, 0, 'it was no failure');
  writeFileSync(june, original);
  await part.promote();
  await building;
  await worker.close();
  assertSameBytes('refused');
});

test('a part that fails every time ends the build with its reason', { skip }, async () => {
  const { redis, parts } = await queueServer();
  const job = await jobFor('failing');
  // Where the part is to be built there is a file.
  writeFileSync(join(root, 'failing'), '');
  const building = distribute(job, 1, redis);
  const worker = await workHere(redis);
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
