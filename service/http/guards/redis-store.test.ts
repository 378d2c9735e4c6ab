/** Stores of two nodes at a real Redis, by a way that can be slow. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pino from 'pino';
import { freePort } from '../../test/free-port.ts';
import { redisOperator, skipWithoutRedis as skip, startRedis } from '../../test/redis.ts';
import { startRelay } from '../../test/relay.ts';
import { LOOKUP, rawCall, startTestService } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import { DEFAULT_RATE_LIMITS } from './limits.ts';
import type { PointStore } from './memory-store.ts';
import { redisStores } from './redis-store.ts';

const SLOW_MS = 250;
const LIMIT = DEFAULT_RATE_LIMITS.lookups.withoutKey;

function nodeAt(port: number) {
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  const node = redisStores(`redis://127.0.0.1:${port}`, log);
  after(node.close);
  return { ...node, logged };
}

const port = await freePort();
if (!skip) await startRedis(port);
const way = await startRelay(port);

const usedOf = async (store: PointStore, caller: string, points: number) =>
  (await store.add(caller, points)).totalHits;

/** Whether two stores count as one, by the answer of each to a caller of its own. */
async function countAsOne([one, other]: PointStore[]): Promise<boolean> {
  const used = await usedOf(one, 'first', 1);
  return (await usedOf(other, 'first', 1)) === used + 1;
}

/** Resolves when two nodes count as one. */
async function twoNodes(
  name: string,
): Promise<[PointStore, PointStore, ReturnType<typeof nodeAt>]> {
  const nodes = [nodeAt(way.port), nodeAt(way.port)];
  const [one, other] = nodes.map(({ stores }) => stores(name, 60));
  await until(() => countAsOne([one, other]), 'both count as one');
  return [one, other, nodes[0]];
}

test('a store that becomes slow is waited for 100 ms and then not at all; this node counts, and returns', {
  skip,
}, async () => {
  const [one, , node] = await twoNodes('slow');
  way.slow(SLOW_MS);
  const uses = await Promise.all(Array.from({ length: 20 }, () => usedOf(one, 'calls', 1)));
  assert.equal(Math.max(...uses), 20, 'counted by itself');
  await until(() => node.isLost(), 'it is lost');
  assert.equal(await usedOf(one, 'calls', 1), 21);
  assert.equal(node.logged.length, 1);
  assert.match(node.logged[0], /is lost, this node counts by itself: .+\. Meanwhile callers have/);
  way.slow(0);
  await until(() => !node.isLost(), 'it is back');
  assert.match(node.logged[1], /is back, limits are shared again/);
  assert.equal(node.logged.length, 2);
});

test('points of one node are known at the other, and what is given back too much is no credit', {
  skip,
}, async () => {
  const [one, other] = await twoNodes('refund');
  assert.equal(await usedOf(one, 'cells', 25), 25);
  assert.equal(await usedOf(other, 'cells', 4), 29);
  assert.equal(await usedOf(one, 'cells', -25), 4);
  assert.equal(await usedOf(other, 'cells', -9), 0);
  assert.equal(await usedOf(one, 'cells', 1), 1);
  assert.equal(await usedOf(other, 'never seen', -1), 0);
  assert.equal(await redisOperator(port).exists('sun:refund:never seen'), 0);
});

test('of ten comparisons of 25 cells at two nodes at a time two have the 50 cells', {
  skip,
}, async () => {
  const [one, other] = await twoNodes('cells');
  let callers = 0;
  await until(async () => {
    const caller = `${++callers}`;
    const uses = Array.from({ length: 5 }, () => [one, other])
      .flat()
      .map((store) => usedOf(store, caller, 25));
    const used = (await Promise.all(uses)).toSorted((a, b) => a - b);
    // A busy machine may have waited for Redis too long: then a node has counted by itself.
    return used.every((cells, i) => cells === 25 * (i + 1));
  }, 'each sees the sum');
});

test('a Redis that takes no writes: each node answers 60, logs it once, and shares again afterwards', {
  skip,
}, async () => {
  const operator = redisOperator(port);
  const nodes = [nodeAt(port), nodeAt(port)];
  const stores = nodes.map((node) => node.stores('full', 60));
  // The Redis holds more than its memory then: reads and PING are answered.
  await operator.set('filling', 'x'.repeat(4_194_304));
  await operator.config('SET', 'maxmemory-policy', 'noeviction');
  await operator.config('SET', 'maxmemory', '3mb');
  await until(() => nodes.every(({ isLost }) => isLost()), 'both have lost it');
  for (const store of stores) {
    for (let i = 1; i <= LIMIT; i++) assert.equal(await usedOf(store, 'caller', 1), i);
  }
  await operator.config('SET', 'maxmemory', '0');
  await operator.flushall();
  await until(() => nodes.every(({ isLost }) => !isLost()), 'both have it back');
  await until(() => countAsOne(stores), 'both count as one');
  for (const { logged } of nodes) {
    assert.equal(logged.length, 2);
    assert.match(logged[0], /is lost, this node counts by itself: OOM command not allowed/);
    assert.match(logged[1], /is back/);
  }
});

test('two nodes answer 60 lookups of a caller, at a time and with 304 in between', {
  skip,
}, async () => {
  const nodes = await Promise.all(
    [nodeAt(port), nodeAt(port)].map(({ stores }) =>
      startTestService({ limits: DEFAULT_RATE_LIMITS, trustProxy: 1, stores }),
    ),
  );
  let callers = 0;

  async function countAnswered(): Promise<number> {
    const caller = { 'x-forwarded-for': `192.0.2.${++callers}` };
    const call = (node: number, more = {}) =>
      rawCall(nodes[node % 2].base, LOOKUP, { headers: { ...caller, ...more } });
    const { headers } = await call(0);
    const known = { 'if-none-match': headers.etag };
    for (let i = 0; i < 10; i++) assert.equal((await call(i, known)).status, 304);
    const answers = await Promise.all(Array.from({ length: LIMIT + 15 }, (_, i) => call(i)));
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.every((status) => status === 200 || status === 429));
    return 1 + statuses.filter((status) => status === 200).length;
  }
  // A busy machine may have waited for Redis too long: then a node has counted by itself.
  await until(async () => {
    const answered = await countAnswered();
    assert.ok(answered >= LIMIT, `${answered}`);
    return answered === LIMIT;
  }, 'the nodes answer 60');
});
