/**
 * Each fault of what stands around a node, in each phase of its life, under calls: start, serving, taking a new build,
 * draining. Callers get right answers of a build that may be served, and no call is lost.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import pino from 'pino';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { readConfig } from '../server/config.ts';
import { reload } from '../server/loaded.ts';
import { publishTo, startStore, type TestStore } from '../server/store/s3-store.test-kit.ts';
import { testArtifact } from './artifact.ts';
import { writeBuild } from './build-folder.ts';
import { freePort } from './free-port.ts';
import { skipWithoutRedis as skip, startRedis } from './redis.ts';
import { type Relay, startRelay } from './relay.ts';
import { ITEM, rawCall, startTestService, testLoaded } from './service.ts';
import { type Program, SERVICE, startProgram } from './start-program.ts';
import { until } from './until.ts';

const CALLERS = 2;
const SLOW_STORE_MS = 100;
/** More lines of one text would fill the disk while a fault lasts. */
const MOST_LINES = 5;
/** Long enough for callers to see that the node is draining, however slow the machine. */
const DRAIN_DELAY_MS = '2000';

/** A node and its surroundings. */
interface World {
  env: Record<string, string>;
  s3: TestStore;
  store: Relay;
  redis: Relay;
  node: Program;
}

interface Fault {
  name: string;
  inject(world: World): unknown;
  heal(world: World): unknown;
  /** Whether the node has noticed it, or its end, by the lines of its log since then. */
  isFelt(world: World, lines: string[]): boolean;
  isOver(world: World, lines: string[]): boolean;
  /** Whether the node cannot run while it lasts. */
  stopsNode?: boolean;
}

const says = (words: RegExp) => (_: World, lines: string[]) =>
  lines.some((line) => words.test(line));
const signal = (name: NodeJS.Signals) => (world: World) => world.node.child.kill(name);
const isStopped = ({ node }: World) => / T /.test(readFileSync(`/proc/${node.pid}/stat`, 'utf8'));

const FAULTS: Fault[] = [
  {
    name: 'store unreachable',
    inject: ({ store }) => store.cut(),
    heal: ({ store }) => store.mend(),
    isFelt: says(/No new artifacts; the old ones stay/),
    isOver: says(/The store of artifacts answers again/),
  },
  {
    name: 'Redis unreachable',
    inject: ({ redis }) => redis.cut(),
    heal: ({ redis }) => redis.mend(),
    isFelt: says(/REDIS_URL is lost/),
    isOver: says(/REDIS_URL is back/),
  },
  {
    name: 'node stopped',
    inject: signal('SIGSTOP'),
    heal: signal('SIGCONT'),
    isFelt: isStopped,
    isOver: (world) => !isStopped(world),
    stopsNode: true,
  },
];

/** Requests, each with its answer by a build, as a service without faults gives it. */
const LOOKUPS = Array.from({ length: 20 }, (_, i) => {
  const place = `lat=${(ITEM.lat + 0.01 * (i % 8)).toFixed(2)}&lng=${ITEM.lng}`;
  return `/api/v1/pv-yield?${place}&tilt=${(7 * i) % 91}&azimuth=${(37 * i) % 360}`;
});
const root = testFolder();
const [A, B] = [await makeBuild('1.0.0', 1), await makeBuild('1.1.0', 0.9)];

interface Build {
  folder: string;
  version: string;
  answers: Map<string, string>;
}

/** A build of the test dataset with its yields scaled. */
async function makeBuild(version: string, scale: number): Promise<Build> {
  const folder = join(root, version);
  const artifact = testArtifact();
  await writeBuild(folder, version, {
    ...artifact,
    yield_scale: artifact.yield_scale.map((value) => scale * value),
  });
  const loaded = testLoaded();
  await reload(loaded, { ...readConfig({}), artifacts: folder }, pino({ enabled: false }));
  const { call } = await startTestService({ loaded });
  const answers = new Map<string, string>();
  for (const path of LOOKUPS) answers.set(path, (await call(path)).text);
  return { folder, version, answers };
}

// Most of the time is spent on waiting for a node to notice.
suite('a node under faults', { concurrency: true, skip }, () => {
  for (const fault of FAULTS) {
    test(`${fault.name}: start, serving, taking a build, draining`, () => liveThrough(fault));
  }
});

async function liveThrough(fault: Fault): Promise<void> {
  const world = await makeWorld(fault.name);
  await drain(world);

  await during(world, fault, [A], () => start(world, fault));
  await during(world, fault, [A], () => fault.inject(world));
  await during(world, fault, [A, B], async () => {
    await publishTo(world.s3.store, B.folder);
    world.store.slow(SLOW_STORE_MS);
    signal('SIGHUP')(world);
    await fault.inject(world);
  });
  world.store.slow(0);
  await untilServed(world, B);

  await drainDuring(world, fault);
  assertCalm(world.node.log);
}

async function makeWorld(name: string): Promise<World> {
  const s3 = await startStore();
  await publishTo(s3.store, A.folder);
  const [port, redisPort] = [await freePort(), await freePort()];
  await startRedis(redisPort);
  const store = await startRelay(Number(new URL(s3.url).port));
  const redis = await startRelay(redisPort);
  after(() => Promise.all([store.cut(), redis.cut()]));
  const env = {
    ...s3.env,
    PORT: String(port),
    ARTIFACTS: join(root, name),
    ARTIFACTS_URL: s3.url.replace(/:\d+/, `:${store.port}`),
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    TRUST_PROXY: '1',
    DRAIN_DELAY_MS,
  };
  const world = { env, s3, store, redis, node: await startNode(env) };
  await untilServed(world, A);
  return world;
}

async function startNode(env: Record<string, string>): Promise<Program> {
  const node = await startProgram([SERVICE], { env });
  after(() => node.stop());
  return node;
}

async function untilServed({ node }: World, { version }: Build): Promise<void> {
  await until(async () => {
    const { status, text } = await rawCall(node.base, '/readyz');
    return status === 200 && JSON.parse(text).versions.pv_yield === version;
  }, `${version} is served`);
}

/** Starts the node while the fault lasts. What stops a node comes right after its start. */
async function start(world: World, fault: Fault): Promise<void> {
  if (!fault.stopsNode) await fault.inject(world);
  world.node = await startNode(world.env);
  if (fault.stopsNode) await fault.inject(world);
}

/** Lets a fault begin, be noticed and end under calls, all of which are answered by one of the builds. */
async function during(
  world: World,
  fault: Fault,
  builds: Build[],
  begin: () => unknown,
): Promise<void> {
  const { node } = world;
  const before = node.log.length;
  await begin();
  // A node that was started meanwhile has a log of its own.
  const since = () => world.node.log.slice(world.node === node ? before : 0);
  const callers = startCallers(world.node.base);
  await until(() => fault.isFelt(world, since()), `${fault.name} is noticed`);
  await fault.heal(world);
  await until(() => fault.isOver(world, since()), `the end of ${fault.name} is noticed`);
  assertAnswered(await callers.stop(), builds);
}

/** SIGTERM during a fault ends the node as it does without: what was asked is answered. */
async function drainDuring(world: World, fault: Fault): Promise<void> {
  const callers = startCallers(world.node.base);
  const before = world.node.log.length;
  await fault.inject(world);
  await until(() => fault.isFelt(world, world.node.log.slice(before)), `${fault.name} is noticed`);
  signal('SIGTERM')(world);
  if (fault.stopsNode) await fault.heal(world);
  const isDraining = async () => (await rawCall(world.node.base, '/readyz')).status === 503;
  await until(isDraining, 'the node is draining');
  assertAnswered(await callers.stop(), [B]);
  await assertEnd(world);
}

async function drain(world: World): Promise<void> {
  signal('SIGTERM')(world);
  await assertEnd(world);
}

async function assertEnd({ node: { child } }: World): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit');
  assert.equal(child.exitCode, 0);
}

interface Call {
  path: string;
  status: number;
  text: string;
}

/** Callers without a pause, each call from an address of its own. */
function startCallers(base: string) {
  let stopped = false;
  const calls: Call[] = [];
  const caller = async () => {
    while (!stopped) {
      const path = LOOKUPS[calls.length % LOOKUPS.length];
      calls.push({ path, ...(await rawCall(base, path, { headers: freshCaller() })) });
    }
  };
  const all = Promise.all(Array.from({ length: CALLERS }, caller));
  // A call that is lost fails the test where they are stopped.
  all.catch(() => {});
  return {
    async stop(): Promise<Call[]> {
      stopped = true;
      await all;
      return calls;
    },
  };
}

let addresses = 0;
function freshCaller() {
  addresses++;
  return {
    'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
  };
}

function assertAnswered(calls: Call[], builds: Build[]): void {
  assert.ok(calls.length >= CALLERS);
  for (const { path, status, text } of calls) {
    assert.equal(status, 200, text);
    const isRight = builds.some(({ answers }) => answers.get(path) === text);
    assert.ok(isRight, `${path} answers ${text.slice(0, 200)}`);
  }
}

/** The log is JSON by the line, and no warning comes at every call. */
function assertCalm(log: string[]): void {
  const times = new Map<string, number>();
  for (const { level, msg } of log.map((line) => JSON.parse(line))) {
    if (level >= 40) times.set(msg, (times.get(msg) ?? 0) + 1);
  }
  for (const [msg, count] of times) assert.ok(count <= MOST_LINES, `${count} times "${msg}"`);
}
