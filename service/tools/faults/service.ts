/** Faults of the service and of builds: signals, memory, kills, disks, artifacts, clocks, the store and Redis. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  plausibleGhi,
  smallRecipe,
  writeMonths,
} from '../../../pipeline/dataset/dataset.test-kit.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { skipWithoutNginx, startNginx } from '../../deploy/nginx.test-kit.ts';
import { startOrders } from '../../integrations/test/orders.ts';
import { pointerOf, publishTo, startStore } from '../../server/store/s3-store.test-kit.ts';
import { freePort } from '../../test/free-port.ts';
import { movedClock } from '../../test/moved-clock.ts';
import { startProcess } from '../../test/process.ts';
import { residentMb } from '../../test/process-figures.ts';
import { skipWithoutRedis, startRedis } from '../../test/redis.ts';
import { startRelay } from '../../test/relay.ts';
import { skipWithoutDisk, smallDisk } from '../../test/small-disk.ts';
import { launchProgram, type Program, SERVICE } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';
import { A, B, call, PV, startCallers, untilServed } from './calls.ts';
import { report, suite, survive } from './tally.ts';

const DAY_MS = 86_400_000;
const SIGNALS = ['SIGKILL', 'SIGTERM'] as const;
const skip = skipWithoutNginx || skipWithoutRedis || skipWithoutDisk;
const STRATEGIES = '/api/v1/simulation/battery-strategies';
const CHEAPEST = { sizes_kwh: [10], strategies: ['self_consumption'] };
const COMPARISON = { pv: PV, battery: { capacity_kwh: 10 }, compare: CHEAPEST };

suite('two nodes on one store', skip, async (random) => {
  const s3 = await startStore();
  await publishTo(s3.store, A.folder);
  const build = join('fetched', (await pointerOf(s3.store)).digests['manifest.json']);
  const redisPort = await freePort();
  const server = await startRedis(redisPort);
  const store = await startRelay(Number(new URL(s3.url).port));
  const redis = await startRelay(redisPort);
  after(() => Promise.all([store.cut(), redis.cut()]));
  const [disk, clock] = [smallDisk(32_768), movedClock()];
  async function start(port: number) {
    const node = await startProcess({
      ...s3.env,
      ...clock.env,
      PORT: String(port),
      ARTIFACTS: join(disk.folder, String(port)),
      ARTIFACTS_URL: s3.url.replace(/:\d+/, `:${store.port}`),
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      TRUST_PROXY: '127.0.0.1',
      DRAIN_DELAY_MS: '500',
    });
    await untilServed(node, A);
    return node;
  }
  const nodes = [await start(await freePort()), await start(await freePort())];
  const callers = startCallers((await startNginx(nodes.map(({ base }) => base))).base);
  const untilLogged = ({ log }: Program, line: RegExp) =>
    until(() => log.some((one) => line.test(one)), `${line} is logged`);

  const faults: [string, begin: (node: Program) => unknown, end?: () => unknown][] = [
    ['the store is unreachable', store.cut, store.mend],
    ['the store is slow', () => store.slow(100), () => store.slow(0)],
    ['Redis is unreachable', redis.cut, redis.mend],
    ['Redis is slow', () => redis.slow(250), () => redis.slow(0)],
    ['Redis is stopped', () => server.kill('SIGSTOP'), () => server.kill('SIGCONT')],
  ];
  const damages: [string, act: (path: string, bytes: Buffer) => unknown][] = [
    ['cut', (path, { length }) => fs.truncateSync(path, random(length))],
    ['altered', (path, bytes) => fs.writeFileSync(path, bytes.fill(1, random(bytes.length)))],
    ['removed', (path) => fs.rmSync(path)],
    ['a link to nothing', (path) => [fs.rmSync(path), fs.symlinkSync('nothing', path)]],
    ['of another build', (path) => fs.cpSync(join(B.folder, basename(path)), path)],
  ];
  for (const [i, [what, act]] of damages.entries()) {
    const name = ['pv-yield.bin', 'prices.bin'][i % 2];
    const damage = async (node: Program) => {
      const path = join(disk.folder, String(node.port), build, name);
      act(path, fs.readFileSync(path));
      node.child.kill('SIGHUP');
      await untilLogged(node, /The old ones? stays?/);
      // A start serves one of another build, with a warning.
      if (what === 'of another build') fs.cpSync(join(A.folder, name), path);
    };
    faults.push([`${name} is ${what}`, damage]);
  }
  for (const [i, [fault, begin, end = () => {}]] of faults.entries()) {
    const [signal, days, which] = [SIGNALS[i % 2], random(800) - 400, random(2)];
    await survive(`${fault}, the clock is set by ${days} days, ${signal}`, async () => {
      clock.move(days * DAY_MS);
      await begin(nodes[which]);
      await callers.more(random(20));
      await nodes[which].stop(signal);
      if (signal === 'SIGTERM') assert.equal(nodes[which].child.exitCode, 0);
      await callers.more(random(20));
      // A store refuses the keys of who has the wrong time.
      clock.move(-days * DAY_MS);
      nodes[which] = await start(nodes[which].port);
      await end();
      await callers.more(9);
    });
  }

  const command = ['--import', 'tsx', 'service/server/store/publish.ts', '--artifacts', B.folder];
  callers.builds = [A, B];
  for (const at of [random(2), 2 + random(2)]) {
    await survive(`publish is killed at object ${at}`, async () => {
      const { child, stop, listening } = launchProgram(command, { env: s3.env });
      let puts = 0;
      s3.beforePut = () => {
        if (puts++ !== at) return;
        child.kill('SIGKILL');
        // The stand-in would store the half that came, which S3 does not.
        throw new Error('The publisher is gone.');
      };
      await assert.rejects(listening);
      await stop();
      await callers.more(9);
    });
  }
  await survive('a build is published to a full disk', async () => {
    s3.beforePut = () => {};
    disk.fill(100);
    await publishTo(s3.store, B.folder);
    for (const node of nodes) await untilLogged(node, /old ones stay.*ENOSPC/);
    disk.empty();
    for (const node of nodes) await untilServed(node, B);
    callers.builds = [B];
    await callers.more(20);
  });
  await callers.stop();
});

suite('memory', false, async () => {
  // As `make serve` starts it.
  const env = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
  const { base, child, pid, log } = await startProcess(env);
  async function make(times: number, path: string, body?: object) {
    for (let i = 0; i < times; i++) {
      const { status, text } = await call(base, path, body);
      assert.equal(status, 200, text);
    }
  }
  async function reload(times: number) {
    for (let i = 0; i < times; i++) {
      log.length = 0;
      child.kill('SIGHUP');
      await until(() => log.some((line) => /prices loaded/.test(line)), 'they are loaded');
    }
  }
  await survive('120 reloads, 1 000 comparisons, 10 000 visits', async () => {
    await reload(1);
    const peaksMb: number[] = [];
    for (let tenth = 0; tenth < 10; tenth++) {
      const visits = [make(500, '/'), make(500, '/')];
      await Promise.all([reload(12), make(100, STRATEGIES, COMPARISON), ...visits]);
      peaksMb.push(Math.round(residentMb(pid, 'VmHWM')));
    }
    console.log(`  ${peaksMb.join(', ')} MB`);
    assert.ok(peaksMb[9] <= 1.3 * peaksMb[0], 'memory grows');
  });
});

suite('signals in the first second', false, async (random) => {
  const { launch } = await startOrders();
  const programs = [launch, () => launchProgram([SERVICE], { env: { ARTIFACTS: A.folder } })];
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGHUP', 'SIGTERM'] as const) {
    const [waitMs, start] = [random(1_000), programs[random(2)]];
    await survive(`${signal} after ${waitMs} ms`, async () => {
      const { child, log, listening } = start();
      const ended = once(child, 'exit');
      const comesUp = listening.catch(() => 0);
      await sleep(waitMs);
      child.kill(signal);
      if (await comesUp) child.kill('SIGTERM');
      const [code, by] = await ended;
      // Before its first line Node itself is loaded, which ends at any signal.
      assert.ok(code === 0 || (by === signal && log.length === 0), `${code ?? by}: ${log}`);
    });
  }
});

suite('a build', skipWithoutDisk, async (random) => {
  const [root, disk] = [testFolder(), smallDisk(4_096)];
  const folder = join(disk.folder, 'out');
  writeMonths(root, 'ghi', plausibleGhi);

  /** Builds a version, and kills the build at a line of its log if one is given. @returns its exit code */
  async function build(dataset_version: string, killedAt = -1): Promise<number | null> {
    const { grid, ...rest } = smallRecipe();
    const recipe = join(root, 'recipe.json');
    const changed = { dataset_version, grid: { ...grid, coverage: 'data' } };
    fs.writeFileSync(recipe, JSON.stringify({ ...rest, ...changed }));
    const words = ['pipeline/build.ts', '--recipe', recipe, '--out', folder];
    const { child, listening } = launchProgram(['--import', 'tsx', ...words]);
    let lines = 0;
    child.stdout.on('data', () => lines++ === killedAt && child.kill('SIGKILL'));
    await assert.rejects(listening);
    return child.exitCode;
  }
  /** Contents of the folder's files by their names. */
  function files(): Map<string, string> {
    const names = fs.readdirSync(folder).filter((name) => !name.startsWith('.'));
    return new Map(names.map((name) => [name, fs.readFileSync(join(folder, name), 'latin1')]));
  }
  assert.equal(await build('5.0.0'), 0);
  const next = files();
  assert.equal(await build('2.0.0'), 0);
  const old = files();
  await survive('its disk is full', async () => {
    disk.fill(20);
    assert.equal(await build('5.0.0'), 1);
    assert.deepEqual(files(), old);
    disk.empty();
  });
  for (const line of [0, random(3), random(6)]) {
    await survive(`it is killed at line ${line}`, async () => {
      await build('5.0.0', line);
      const found = files();
      const isWhole = (name: string) => [old, next].some((of) => of.get(name) === found.get(name));
      const broken = [...old.keys()].filter((name) => !isWhole(name));
      report('wrong answers', broken);
    });
  }
  assert.equal(await build('5.0.0'), 0);
  assert.deepEqual(files(), next);
});
