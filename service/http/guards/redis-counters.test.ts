/** Counters of two nodes at a real Redis, by a way that can be slow. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pino from 'pino';
import { freePort } from '../../test/free-port.ts';
import { skipWithoutRedis as skip, startRedis } from '../../test/redis.ts';
import { startRelay } from '../../test/relay.ts';
import { until } from '../../test/until.ts';
import type { Counter } from './counters.ts';
import { type RedisCounters, redisCounters } from './redis-counters.ts';

const SLOW_MS = 250;

/** A node's counters, and what it has logged. */
function nodeAt(port: number) {
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  const store: RedisCounters = redisCounters(`redis://127.0.0.1:${port}`, log);
  after(store.close);
  return { ...store, logged };
}

const port = await freePort();
if (!skip) await startRedis(port);
const way = await startRelay(port);
after(way.cut);

/** Resolves when two nodes count as one, by what each answers a caller of its own. */
async function twoNodes(name: string): Promise<[Counter, Counter, ...ReturnType<typeof nodeAt>[]]> {
  const nodes = [nodeAt(way.port), nodeAt(way.port)];
  const [one, other] = nodes.map(({ counters }) => counters(name, 60));
  await until(async () => {
    const { used } = await one.consume('first', 1);
    return (await other.consume('first', 1)).used === used + 1;
  }, 'both count as one');
  return [one, other, ...nodes];
}

test('a store that becomes slow is waited for 100 ms and then not at all; this node counts, and returns', {
  skip,
}, async () => {
  const [one, , node] = await twoNodes('slow');
  way.slow(SLOW_MS);
  const calls = Array.from({ length: 20 }, () => one.consume('calls', 1));
  const uses = (await Promise.all(calls)).map(({ used }) => used);
  assert.equal(Math.max(...uses), 20, 'counted by itself');
  await until(() => node.isLost(), 'it is lost');
  assert.equal((await one.consume('calls', 1)).used, 21);
  assert.equal(node.logged.length, 1);
  assert.match(node.logged[0], /is lost, this node counts by itself: .+\. Meanwhile callers have/);
  way.slow(0);
  await until(() => !node.isLost(), 'it is back');
  assert.match(node.logged[1], /is back, limits are shared again/);
  assert.equal(node.logged.length, 2);
});

test('what is consumed and refunded at one node is known at the other', { skip }, async () => {
  const [one, other] = await twoNodes('refund');
  await one.consume('cells', 25);
  assert.equal((await other.consume('cells', 4)).used, 29);
  assert.equal((await one.refund('cells', 25)).used, 4);
  assert.equal((await other.refund('cells', 9)).used, 0);
  assert.equal((await one.consume('cells', 1)).used, 1, 'what is refunded too much is no credit');
});
