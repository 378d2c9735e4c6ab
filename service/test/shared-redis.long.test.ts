/** Three nodes that share a Redis which is not there yet, lost, hung, full, read-only or slow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Redis } from 'ioredis';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from './build-folder.ts';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';
import { redisOperator, skipWithoutRedis, startRedis } from './redis.ts';
import { startRelay } from './relay.ts';
import { LOOKUP, rawCall } from './service.ts';
import type { Program } from './start-program.ts';
import { until } from './until.ts';

const LIMIT = 60;

/** Lets it hold more than its `maxmemory`: it still answers PING, and refuses writes. */
async function fillRedis(operator: Redis): Promise<void> {
  await operator.set('filling', 'x'.repeat(4_194_304));
  await operator.config('SET', 'maxmemory-policy', 'noeviction');
  await operator.config('SET', 'maxmemory', '3mb');
}

/** Gives it memory again. */
async function emptyRedis(operator: Redis): Promise<void> {
  await operator.config('SET', 'maxmemory', '0');
  await operator.flushall();
}

/** The losses and returns of Redis that a node has logged, in order. */
const turnsOf = ({ log }: Program) =>
  log.flatMap((line) => /"msg":"The store of REDIS_URL is (lost.*|back)/.exec(line)?.[1] ?? []);

async function readLost({ log }: Program): Promise<number> {
  const measures = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(log.join('\n'))?.[0] ?? '';
  const text = await (await fetch(measures)).text();
  return Number(/^sun_counter_store_lost (\d+)$/m.exec(text)?.[1]);
}

test('nodes share their limits by a Redis; each loss is logged once, with its reason, and each return once', {
  skip: skipWithoutRedis,
}, async () => {
  const folder = testFolder();
  await writeBuild(folder, '1.0.0');
  const [port, otherPort] = [await freePort(), await freePort()];
  const [redis] = await Promise.all([startRedis(port), startRedis(otherPort)]);
  const operator = redisOperator(port);
  const way = await startRelay(port);
  await way.cut();
  const env = {
    ARTIFACTS: folder,
    REDIS_URL: `redis://127.0.0.1:${way.port}`,
    METRICS_PORT: '0',
    TRUST_PROXY: '1',
  };
  const nodes = await Promise.all([startProcess(env), startProcess(env), startProcess(env)]);
  let callers = 0;

  /** How many lookups of a new caller over the nodes in turn are answered 200. */
  async function countAnswered(lookups: number): Promise<number> {
    const headers = { 'x-forwarded-for': `192.0.2.${++callers}` };
    let count = 0;
    for (let i = 0; i < lookups; i++) {
      const { status } = await rawCall(nodes[i % nodes.length].base, LOOKUP, { headers });
      assert.ok(status === 200 || status === 429, `${status}`);
      if (status === 200) count++;
    }
    return count;
  }
  const untilAll = (turn: RegExp) =>
    until(() => nodes.every((node) => turn.test(turnsOf(node).at(-1) ?? '')), `all say ${turn}`);
  const untilLost = (lost: number) =>
    until(
      async () => (await Promise.all(nodes.map(readLost))).every((one) => one === lost),
      `the metric is ${lost}`,
    );

  /** Where an answer is late, as on a busy machine, a node may be one call behind the others. */
  async function shareOneLimit(): Promise<boolean> {
    const count = await countAnswered(LIMIT + 9);
    return count >= LIMIT && count <= LIMIT + nodes.length;
  }

  const faults: [reason: RegExp, begin: () => unknown, end: () => unknown][] = [
    [/ECONNREFUSED/, () => {}, way.mend],
    [/ECONNREFUSED|closed/, way.cut, way.mend],
    [/timed out|isn't writeable/, () => redis.kill('SIGSTOP'), () => redis.kill('SIGCONT')],
    [/OOM command not allowed/, () => fillRedis(operator), () => emptyRedis(operator)],
    [
      /READONLY You can't write against a read only replica/,
      async () => {
        // The copy of its primary would be written into this folder.
        await operator.config('SET', 'repl-diskless-load', 'swapdb');
        await operator.replicaof('127.0.0.1', otherPort);
      },
      () => operator.replicaof('NO', 'ONE'),
    ],
    [/Command timed out/, () => way.slow(250), () => way.slow(0)],
  ];
  for (const [reason, begin, end] of faults) {
    await begin();
    await untilAll(/^lost, this node counts by itself/);
    const reasons = nodes.map((node) => turnsOf(node).at(-1) ?? '');
    assert.ok(
      reasons.some((text) => reason.test(text)),
      `${reason}: ${reasons.join('; ')}`,
    );
    await untilLost(1);
    // A slow one still counts some calls in time.
    const isSlow = reason.source.startsWith('Command');
    if (!isSlow) assert.equal(await countAnswered(3 * LIMIT + 6), 3 * LIMIT, 'each node by itself');
    await end();
    await untilAll(/^back/);
    await untilLost(0);
    await until(shareOneLimit, 'they share one limit again');
  }
  // A machine that stands still for three seconds may lose it once more. Each loss and each return is still one line.
  for (const node of nodes) {
    const kinds = turnsOf(node).map((turn) => turn.slice(0, 4));
    assert.deepEqual(
      kinds,
      kinds.map((_, i) => ['lost', 'back'][i % 2]),
    );
    assert.ok(kinds.length >= 2 * faults.length, kinds.join());
  }
});
