/** Several nodes that share a real Redis. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from './build-folder.ts';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';
import { skipWithoutRedis, startRedis } from './redis.ts';
import { LOOKUP, rawCall } from './service.ts';
import type { Program } from './start-program.ts';
import { until } from './until.ts';

const folder = testFolder();
await writeBuild(folder, '1.0.0');
const start = (env: Record<string, string> = {}) => startProcess({ ARTIFACTS: folder, ...env });

/** How many of so many lookups over the services in turn are answered 200. */
async function countAnswered(services: Program[], lookups: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < lookups; i++) {
    const { status } = await rawCall(services[i % services.length].base, LOOKUP);
    assert.ok(status === 200 || status === 429, `${status}`);
    if (status === 200) count++;
  }
  return count;
}

const said = ({ log }: Program, pattern: RegExp) => log.filter((line) => pattern.test(line)).length;

test('two nodes share their limits by a Redis, go on when it is lost or not there yet, and find it again', {
  skip: skipWithoutRedis,
}, async () => {
  const port = await freePort();
  const url = { REDIS_URL: `redis://127.0.0.1:${port}` };
  const nodes = await Promise.all([start(url), start(url)]);
  for (const node of nodes) {
    await until(() => said(node, /is lost, this node counts by itself/) === 1, 'the loss is told');
    assert.equal(await countAnswered([node], 62), 60, 'each counts by itself');
  }
  let redis = await startRedis(port);
  const back = (times: number) => () => nodes.every((node) => said(node, /is back/) === times);
  await until(back(1), 'both have found it');
  assert.equal(await countAnswered(nodes, 66), 60, 'one limit for both');

  const exit = once(redis, 'exit');
  redis.kill('SIGKILL');
  await exit;
  await until(() => nodes.every((node) => said(node, /is lost/) === 2), 'the loss is told again');
  for (const { base } of nodes) assert.notEqual((await rawCall(base, LOOKUP)).status, 500);
  redis = await startRedis(port);
  await until(back(2), 'both have found it again');
  assert.equal(await countAnswered(nodes, 66), 60, 'the new store counts from nothing');

  redis.kill('SIGSTOP');
  await until(
    () => nodes.every((node) => said(node, /is lost/) === 3),
    'one that hangs is lost, too',
  );
  for (const { base } of nodes) assert.notEqual((await rawCall(base, LOOKUP)).status, 500);
  for (const { child } of nodes) {
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  }
});
