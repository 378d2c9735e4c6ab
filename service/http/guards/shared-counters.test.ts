/** Counters of two nodes at a real Redis, by a way that can be slow. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { freePort } from '../../test/free-port.ts';
import { skipWithoutRedis as skip, startRedis } from '../../test/redis.ts';
import { startRelay } from '../../test/relay.ts';
import { until } from '../../test/service.ts';
import type { Counter } from './counters.ts';
import { type StoreCounters, storeCounters } from './shared-counters.ts';

const SLOW_MS = 250;
/** A caller waits no longer for a store, whatever its state. */
const MOST_MS = 20;

/** A node's counters, and what it has logged. */
function nodeAt(port: number) {
  const told: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => told.push(JSON.parse(line).msg) });
  const store: StoreCounters = storeCounters(`redis://127.0.0.1:${port}`, log);
  after(store.close);
  return { ...store, told };
}

const port = await freePort();
const redis = skip ? null : await startRedis(port);
const way = await startRelay(port);
after(way.cut);

/** Resolves when two nodes count as one, by what each is told of a caller of its own. */
async function twoNodes(name: string): Promise<[Counter, Counter, ...ReturnType<typeof nodeAt>[]]> {
  const nodes = [nodeAt(way.port), nodeAt(way.port)];
  const [one, other] = nodes.map(({ counters }) => counters(name, 60));
  await until(async () => {
    const { used } = await one.add('first', 1);
    return (await other.add('first', 1)).used === used + 1;
  }, 'both count as one');
  return [one, other, ...nodes];
}

/** How long work took, less what a wait of 15 ms beside it was late by: a busy machine makes everyone wait. */
async function ownMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const msSince = () => performance.now() - began;
  let beside: number | undefined;
  setTimeout(() => {
    setImmediate(() => {
      beside = msSince();
    });
  }, 15);
  await work();
  const took = msSince();
  return took - Math.max(0, (beside ?? took) - 15);
}

test('a store that becomes slow costs no caller more than 20 ms, and two nodes go on counting as one', {
  skip,
}, async () => {
  const [one, other, node] = await twoNodes('slow');
  way.slow(SLOW_MS);
  let longest = 0;
  for (let i = 0; i < 100; i++) {
    // A simulation refused for its cells: counted, cells counted, cells given back.
    const took = await ownMs(async () => {
      await one.add('calls', 1);
      await one.add('cells', 4);
      await one.giveBack('cells', 4);
    });
    longest = Math.max(longest, took);
    await other.add('calls', 1);
    await wait(20);
  }
  assert.ok(longest <= MOST_MS, `a caller waited ${longest.toFixed(1)} ms`);
  await until(() => node.isLost(), 'it is lost');
  const usedOf = async (what: string) => (await one.add(what, 0)).used;
  await until(async () => (await usedOf('calls')) === 200, 'it has heard of all calls');
  await until(async () => (await usedOf('cells')) === 0, 'and of the cells that were given back');
  assert.deepEqual(node.told, [
    'The store of REDIS_URL is lost, this node counts by itself: no answer within 15 ms. Meanwhile callers have their whole limit at each node.',
  ]);
  way.slow(0);
  await until(() => !node.isLost(), 'it is back');
  assert.match(node.told[1], /is back, limits are shared again/);
  assert.equal(node.told.length, 2);
});

test('a burst that is faster than the store is counted whole before its answers come', {
  skip,
}, async () => {
  const [one] = await twoNodes('burst');
  way.slow(SLOW_MS);
  const burst = Array.from({ length: 100 }, () => one.add('burst', 1));
  const uses = (await Promise.all(burst)).map(({ used }) => used);
  assert.equal(Math.max(...uses), 100);
  await wait(2 * SLOW_MS);
  assert.equal((await one.add('burst', 0)).used, 100);
  for (let i = 0; i < 100; i++) await one.giveBack('burst', 1);
  assert.equal((await one.add('burst', 0)).used, 0);
  await wait(2 * SLOW_MS);
  assert.equal((await one.add('burst', 0)).used, 0);
  way.slow(0);
});

test('who has used his limit before the store is lost gets no other from any node', {
  skip,
}, async () => {
  const [one, other] = await twoNodes('lost');
  await one.add('greedy', 60);
  await until(async () => (await other.add('greedy', 0)).used === 60, 'the other knows it');
  if (redis?.kill('SIGKILL')) await once(redis, 'exit');
  assert.equal((await other.add('greedy', 1)).used, 61);
  assert.equal((await one.add('greedy', 1)).used, 61);
});
