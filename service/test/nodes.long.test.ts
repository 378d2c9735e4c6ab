/** Several processes behind one port, and several nodes that share a real Redis. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from './build-folder.ts';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';
import { childrenOf } from './process-figures.ts';
import { skipWithoutRedis, startRedis } from './redis.ts';
import { LOOKUP, rawCall, until } from './service.ts';
import { type Program, SERVICE } from './start-program.ts';

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

test('two processes behind one port hold callers to one limit, share two slots, and are replaced', async () => {
  const service = await start({ PROCESSES: '2', METRICS_PORT: '0' });
  const { base, child, log } = service;
  await until(() => said(service, /Listening/) === 2, 'both listen');
  assert.equal(await countAnswered([service], 66), 60);

  const ready = async () => (await rawCall(base, '/readyz')).status === 200;
  await until(ready, 'threads run');
  const day = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 3 : 0));
  const body = JSON.stringify({ pv: { monthly_profile: Array(12).fill(day) } });
  const calls = Array.from({ length: 8 }, () =>
    rawCall(base, '/api/v1/simulation', { method: 'POST', body }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  assert.ok(
    statuses.every((status) => status === 200 || status === 503),
    `${statuses}`,
  );
  assert.ok(statuses.filter((status) => status === 200).length >= 2, `${statuses}`);

  const measures = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(log.join('\n'))?.[0] ?? '';
  const text = await (await fetch(measures)).text();
  assert.match(
    text,
    /sun_http_requests_total\{[^}]*route="\/api\/v1\/pv-yield"[^}]*status="200"[^}]*\} 60/,
  );
  assert.match(text, /^sun_simulation_slots 2$/m);
  assert.match(text, /^sun_simulation_slots_used 0$/m);

  const [victim] = childrenOf(service.pid);
  process.kill(victim, 'SIGKILL');
  await until(() => said(service, /is gone \(SIGKILL\)/) === 1, 'the loss is told');
  assert.equal((await rawCall(base, '/livez')).status, 200);
  await until(() => said(service, /Listening/) === 3, 'another takes its place');
  await until(() => said(service, /Loaded prices: version 1\.0\.0/) === 3, 'it has loaded, too');

  await writeBuild(folder, '1.1.0');
  child.kill('SIGHUP');
  await until(
    () => said(service, /Loaded prices: version 1\.1\.0/) === 2,
    'both have the new build',
  );
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  for (const line of log) assert.doesNotThrow(() => JSON.parse(line), line);
});

test('a process that hangs does not keep the others from ending', async () => {
  const service = await start({ PROCESSES: '2' });
  const { child } = service;
  await until(() => said(service, /Listening/) === 2, 'both listen');
  const [hung] = childrenOf(service.pid);
  process.kill(hung, 'SIGSTOP');
  const began = performance.now();
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds > 6 && seconds < 20, `${seconds}`);
  assert.equal(
    said(service, new RegExp(`Process ${hung} has been silent for 8 s: it hangs and is killed`)),
    1,
  );
});

test('a bad setting ends all processes with one sentence', async () => {
  const wrong = spawnSync(process.execPath, [SERVICE], {
    encoding: 'utf8',
    env: { ...process.env, PROCESSES: '2', API_KEYS_FILE: '/nowhere' },
  });
  assert.equal(wrong.status, 1);
  assert.equal(wrong.stderr.trim().split('\n').length, 1, wrong.stderr);
  assert.match(wrong.stderr, /^API_KEYS_FILE cannot be used/);
});

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
