/** Stores of two nodes at a real Redis, by a way that can be slow. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
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
const redis = skip ? null : await startRedis(port);
const way = await startRelay(port);

const usedOf = async (store: PointStore, caller: string, points: number) =>
  (await store.add(caller, points)).totalHits;

/** Whether two stores count as one, by the answer of each to a caller of its own. */
async function countAsOne([one, other]: PointStore[]): Promise<boolean> {
  const used = await usedOf(one, 'first', 1);
  return (await usedOf(other, 'first', 1)) === used + 1;
}

/** The stores of two nodes that count as one. */
async function twoNodes(name: string): Promise<PointStore[]> {
  const stores = [nodeAt(way.port), nodeAt(way.port)].map((node) => node.stores(name, 60));
  await until(() => countAsOne(stores), 'both count as one');
  return stores;
}

/** Retries with new callers: on a busy machine a node may have waited for Redis too long, and counted by itself. */
async function untilUsed(
  expected: number[],
  use: (caller: string) => Promise<number[]>,
): Promise<void> {
  let callers = 0;
  const isShared = async () => isDeepStrictEqual(await use(`caller ${++callers}`), expected);
  await until(isShared, `both have used ${expected}`);
}

test('points of one node are known at the other, and what is given back too much is no credit', {
  skip,
}, async () => {
  const [one, other] = await twoNodes('refund');
  await untilUsed([25, 29, 4, 0, 1], async (caller) => [
    await usedOf(one, caller, 25),
    await usedOf(other, caller, 4),
    await usedOf(one, caller, -25),
    await usedOf(other, caller, -9),
    await usedOf(one, caller, 1),
  ]);
  assert.equal(await usedOf(other, 'never seen', -1), 0);
  assert.equal(await redisOperator(port).exists('sun:refund:never seen'), 0);
});

test('of ten comparisons of 25 cells at two nodes at a time two have the 50 cells', {
  skip,
}, async () => {
  const [one, other] = await twoNodes('cells');
  const sums = Array.from({ length: 10 }, (_, i) => 25 * (i + 1));
  await untilUsed(sums, async (caller) => {
    const uses = sums.map((_, i) => usedOf(i % 2 ? other : one, caller, 25));
    return (await Promise.all(uses)).toSorted((a, b) => a - b);
  });
});

test('a Redis that is gone, hangs, is full, a replica or slow: each node counts by itself, says so once, and shares again', {
  skip,
}, async () => {
  const operator = redisOperator(port);
  const otherPort = await freePort();
  await startRedis(otherPort);
  const nodes = [nodeAt(way.port), nodeAt(way.port)];
  const stores = nodes.map((node) => node.stores('faults', 60));
  const isBack = () => nodes.every(({ isLost }) => !isLost());
  const lastLines = () => nodes.map(({ logged }) => logged.at(-1) ?? '');

  /** Lets it hold more than its memory: it still answers PING, and refuses writes. */
  async function fill(): Promise<void> {
    await operator.set('filling', 'x'.repeat(4_194_304));
    await operator.config('SET', 'maxmemory-policy', 'noeviction');
    await operator.config('SET', 'maxmemory', '3mb');
  }
  async function empty(): Promise<void> {
    await operator.config('SET', 'maxmemory', '0');
    await operator.flushall();
  }
  async function follow(): Promise<void> {
    // The copy of its primary would be written into this folder.
    await operator.config('SET', 'repl-diskless-load', 'swapdb');
    await operator.replicaof('127.0.0.1', otherPort);
  }
  const faults: [reason: RegExp, begin: () => unknown, end: () => unknown][] = [
    [/ECONNREFUSED|closed/, way.cut, way.mend],
    [/timed out|isn't writeable/, () => redis?.kill('SIGSTOP'), () => redis?.kill('SIGCONT')],
    [/OOM command not allowed/, fill, empty],
    [/READONLY You can't write/, follow, () => operator.replicaof('NO', 'ONE')],
    [/timed out/, () => way.slow(SLOW_MS), () => way.slow(0)],
  ];
  for (const [reason, begin, end] of faults) {
    await until(() => countAsOne(stores), 'both count as one');
    await begin();
    await until(() => nodes.every(({ isLost }) => isLost()), `both have lost it, ${reason}`);
    for (const line of lastLines())
      assert.match(line, /is lost, this node counts by itself: .+\. Meanwhile callers have/);
    assert.ok(
      lastLines().some((line) => reason.test(line)),
      `${reason}: ${lastLines()}`,
    );
    for (const store of stores) {
      const uses = Array.from({ length: LIMIT }, () => usedOf(store, String(reason), 1));
      assert.equal(Math.max(...(await Promise.all(uses))), LIMIT, 'counted by itself');
    }
    await end();
    await until(isBack, 'both have it back');
    for (const line of lastLines()) assert.match(line, /is back, limits are shared again/);
  }
  // A machine that stands still for three seconds may lose it once more. Each loss and each return is still one line.
  for (const { logged } of nodes) {
    for (const [i, line] of logged.entries()) assert.match(line, i % 2 ? /is back/ : /is lost/);
    assert.ok(logged.length >= 2 * faults.length, logged.join());
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
