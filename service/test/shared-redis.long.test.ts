/** Nodes that share their limits by a Redis which is not there yet. Its other faults are in `redis-store.test.ts`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from './build-folder.ts';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';
import { skipWithoutRedis, startRedis } from './redis.ts';
import { LOOKUP, rawCall } from './service.ts';
import { type Program, untilLogged } from './start-program.ts';
import { until } from './until.ts';

const LIMIT = 60;

async function readLost({ log }: Program): Promise<number> {
  const measures = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(log.join('\n'))?.[0] ?? '';
  const text = await (await fetch(measures)).text();
  return Number(/^sun_counter_store_lost (\d+)$/m.exec(text)?.[1]);
}

test('each node counts by itself and measures that it does, until the Redis is there', {
  skip: skipWithoutRedis,
}, async () => {
  const folder = testFolder();
  await writeBuild(folder, '1.0.0');
  const port = await freePort();
  const env = {
    ARTIFACTS: folder,
    REDIS_URL: `redis://127.0.0.1:${port}`,
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
  const untilMeasured = (lost: number) =>
    until(
      async () => (await Promise.all(nodes.map(readLost))).every((one) => one === lost),
      `the metric is ${lost}`,
    );

  for (const node of nodes) await untilLogged(node, /REDIS_URL is lost.*ECONNREFUSED/);
  await untilMeasured(1);
  assert.equal(await countAnswered(3 * LIMIT + 6), 3 * LIMIT, 'each node by itself');
  await startRedis(port);
  for (const node of nodes) await untilLogged(node, /REDIS_URL is back/);
  await untilMeasured(0);
  // Where an answer is late, as on a busy machine, a node may be one call behind the others.
  await until(async () => {
    const count = await countAnswered(LIMIT + 9);
    return count >= LIMIT && count <= LIMIT + nodes.length;
  }, 'they share one limit');
});
