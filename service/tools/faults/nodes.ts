/** Faults of the store, of Redis, of artifacts, of the clock and of publishing, each under calls of two nodes. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from '../../deploy/nginx.test-kit.ts';
import { pointerOf, publishTo, startStore } from '../../server/store/s3-store.test-kit.ts';
import { freePort } from '../../test/free-port.ts';
import { movedClock } from '../../test/moved-clock.ts';
import { withoutNginx } from '../../test/nginx.ts';
import { startProcess } from '../../test/process.ts';
import { skipWithoutRedis, startRedis } from '../../test/redis.ts';
import { startRelay } from '../../test/relay.ts';
import { skipWithoutDisk, smallDisk } from '../../test/small-disk.ts';
import { launchProgram, type Program, untilLogged } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';
import { makeBuild, underCalls } from './calls.ts';
import { type Fault, suite } from './tally.ts';

const DAY_MS = 86_400_000;
const SIGNALS = ['SIGKILL', 'SIGTERM'] as const;
const PUBLISH = ['--import', 'tsx', 'service/server/store/publish.ts', '--artifacts'];
const skip = withoutNginx || skipWithoutRedis || skipWithoutDisk;
const alter = (bytes: Buffer, at: number): Uint8Array => bytes.with(at, bytes[at] ^ 1);

suite('two nodes on one store', skip, async (random) => {
  const [A, B] = [await makeBuild('1.0.0', 1), await makeBuild('1.1.0', 0.9)];
  const [s3, disk, clock] = [await startStore(), smallDisk(32_768), movedClock()];
  const store = await startRelay(Number(new URL(s3.url).port));
  await publishTo(s3.store, A.folder);
  const { digests } = await pointerOf(s3.store);
  const [redisPort, ...ports] = [await freePort(), await freePort(), await freePort()];
  const redis = await startRedis(redisPort);

  async function start(port: number): Promise<Program> {
    const node = await startProcess({
      ...s3.env,
      ...clock.env,
      PORT: String(port),
      ARTIFACTS: join(disk.folder, `${port}`),
      ARTIFACTS_URL: s3.url.replace(/:\d+/, `:${store.port}`),
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      TRUST_PROXY: '127.0.0.1',
      DRAIN_DELAY_MS: '500',
    });
    await until(async () => (await fetch(`${node.base}/readyz`)).ok, 'the node is ready');
    return node;
  }
  const nodes = await Promise.all(ports.map(start));
  const { base } = await startNginx(nodes.map((node) => node.base));

  const swap = () => readFileSync(join(B.folder, 'pv-yield.bin'));
  const damage = (name: string, change: typeof alter) => async (node: Program) => {
    const path = join(disk.folder, `${node.port}`, 'fetched', digests['manifest.json'], name);
    const bytes = readFileSync(path);
    writeFileSync(path, change(bytes, random(bytes.length)));
    node.child.kill('SIGHUP');
    await untilLogged(node, /The old ones? stays?/);
    // A start serves one of another build, with a warning.
    if (change === swap) writeFileSync(path, bytes);
  };
  /** Kills a publisher of the next build at an object, the last of which makes it current. */
  async function killPublish(at: number) {
    const { stop, listening } = launchProgram([...PUBLISH, B.folder], { env: s3.env });
    let puts = 0;
    s3.beforePut = async () => {
      if (puts++ < at) return;
      await stop();
      // The stand-in would store the half that came, which S3 does not.
      throw new Error('The publisher is gone.');
    };
    await assert.rejects(listening);
  }
  const faults: Fault<Program>[] = [
    ['the store is unreachable', store.cut, store.mend],
    ['the store is slow', () => store.slow(100), () => store.slow(0)],
    ['Redis hangs', () => redis.kill('SIGSTOP'), () => redis.kill('SIGCONT')],
    ['the yields are cut', damage('pv-yield.bin', (bytes, at) => bytes.subarray(0, at))],
    ['the yields are altered', damage('pv-yield.bin', alter)],
    ['the prices are altered', damage('prices.bin', alter)],
    ['the yields are of another build', damage('pv-yield.bin', swap)],
    ['publish is killed at its first object', () => killPublish(0)],
    ['publish is killed at another', () => killPublish(1 + random(4))],
  ];
  for (const [i, [fault, begin, end = () => {}]] of faults.entries()) {
    const [signal, days, which] = [SIGNALS[i % 2], random(800) - 400, random(2)];
    await underCalls(base, [A], `${fault}, clock set by ${days} days, ${signal}`, async () => {
      clock.move(days * DAY_MS);
      await begin(nodes[which]);
      await sleep(random(1_000));
      await nodes[which].stop(signal);
      assert.equal(nodes[which].child.exitCode, signal === 'SIGTERM' ? 0 : null);
      await sleep(random(1_000));
      // A store refuses the keys of who has the wrong time.
      clock.move(-days * DAY_MS);
      nodes[which] = await start(nodes[which].port);
      await end();
    });
  }
  await underCalls(base, [A, B], 'a build is published to a full disk', async () => {
    s3.beforePut = () => {};
    disk.fill(100);
    await publishTo(s3.store, B.folder);
    for (const node of nodes) await untilLogged(node, /old ones stay.*ENOSPC/);
    disk.empty();
    for (const node of nodes) await untilLogged(node, /prices loaded: version 1\.1\.0/);
  });
  await underCalls(base, [B], 'Redis is killed', async () => redis.kill('SIGKILL'));
});
