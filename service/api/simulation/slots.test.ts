/** The slots of a node: their rules by a clock that a test moves, then over a listening server with threads that it holds. */
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import pino from 'pino';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { smallArtifact } from '../../../pipeline/dataset/artifact.test-kit.ts';
import type { CallLimits } from '../../http/guards/limits.ts';
import { refusal } from '../../test/contract.ts';
import type { Answer } from '../../test/documented.ts';
import { PATIENCE_MS, startTestService, testLoaded } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import { createSimulator } from './simulator.ts';
import { simulationSlots } from './slots.ts';
import { HELD } from './test/held.ts';
import { testPrices } from './test/prices.ts';
import { noonProfile } from './test/requests.ts';

const BUSY = {
  code: 'busy',
  message: '2 simulations are being computed already. Try again in 1 s.',
  retryAfterS: 1,
};
const ENDED = /^The computation was ended: it was slow, and another address waited for its slot/;

/** Slots whose calls compute until the test ends them, by a clock that it moves. */
function heldSlots({ mock: { timers } }: TestContext) {
  timers.enable({ apis: ['setTimeout'] });
  const slots = simulationSlots();
  /** Names of the calls that compute, or did, in the order in which they began. */
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    state: slots.state,
    call: (network: string, cells: number, name = network, hasLeft = () => false) =>
      slots.run({ network, cells, hasLeft }, ({ signal }) => {
        begun.push(name);
        return new Promise<void>((resolve, reject) => {
          ends.set(name, resolve);
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      }),
    async end(...names: string[]): Promise<void> {
      for (const name of names) {
        ends.get(name)?.();
        await turn();
      }
    },
    async pass(ms: number): Promise<void> {
      timers.tick(ms);
      await turn();
    },
  };
}

test('a third call of an address is busy at once, and a second that waits; another address has the next free slot', async (t) => {
  const { begun, call, end } = heldSlots(t);
  const two = [call('a', 1, 'first'), call('a', 1, 'second')];
  await assert.rejects(call('a', 1), BUSY);
  const other = call('b', 1);
  await assert.rejects(call('b', 1), BUSY);
  await end('first');
  assert.deepEqual(begun, ['first', 'second', 'b']);
  await assert.rejects(call('a', 1), BUSY);
  await end('second', 'b');
  await Promise.all([...two, other]);
});

test('of those who wait the call with the fewest cells is next, and callers who leave are none', async (t) => {
  const { begun, call, end, state } = heldSlots(t);
  let hasLeft = false;
  const calls = [call('a', 1), call('b', 1), call('c', 4), call('d', 2)];
  void call('e', 1, 'e', () => hasLeft);
  calls.push(call('f', 1));
  assert.deepEqual(state(), { running: 2, waiting: 4 });
  hasLeft = true;
  await end('a', 'f', 'd', 'b', 'c');
  assert.deepEqual(begun, ['a', 'b', 'f', 'd', 'c']);
  await Promise.all(calls);
});

test('32 calls wait: of more the one with the most cells is busy at once', async (t) => {
  const { call, state } = heldSlots(t);
  const most = 34;
  const calls = Array.from({ length: most }, (_, i) => call(`network ${i}`, most - i));
  assert.deepEqual(state(), { running: 2, waiting: 32 });
  void call('another', 1);
  await assert.rejects(calls[2], BUSY);
  assert.deepEqual(state(), { running: 2, waiting: 32 });
});

for (const [whose, second, cells] of [
  ['an address that has both', 'a', 1],
  ['addresses that compute more cells', 'b', 2],
] as const)
  test(`slots of ${whose} do not keep another waiting for more than 4 s: one is ended as busy`, async (t) => {
    const { begun, call, end, pass } = heldSlots(t);
    const older = call('a', cells, 'older');
    const newer = call(second, cells, 'newer');
    const other = call('c', 1);
    await pass(3_999);
    assert.deepEqual(begun, ['older', 'newer']);
    const ended = assert.rejects(newer, { code: 'busy', message: ENDED });
    await pass(1);
    await ended;
    await end('older', 'c');
    await Promise.all([older, other]);
  });

test('where two addresses compute as few cells, one that waits is busy after 5 s, and they go on', async (t) => {
  const { call, end, pass } = heldSlots(t);
  const held = [call('a', 1), call('b', 1)];
  const refused = assert.rejects(call('c', 1), BUSY);
  await pass(5_000);
  await refused;
  await end('a', 'b');
  await Promise.all(held);
});

/** A service whose threads hold each job until the test releases it. */
async function startHeld(limits: Partial<CallLimits> = {}) {
  const simulator = createSimulator(pino({ enabled: false }), {
    worker: new URL('./test/held-worker.ts', import.meta.url),
    deadlineMs: PATIENCE_MS,
  });
  after(() => simulator.close());
  await simulator.warmUp();
  const loaded = { ...testLoaded(), pvYield: yieldDataset(smallArtifact()), prices: testPrices() };
  const service = await startTestService({ loaded, limits, simulator, trustProxy: 1 });
  const channel = new BroadcastChannel(HELD);
  after(() => channel.close());
  /** Sizes of the jobs that threads have begun, in order. */
  const begun: number[] = [];
  channel.onmessage = (message: unknown) => {
    begun.push((message as { data: { held: number } }).data.held);
  };
  return {
    begun,
    service,
    /** A comparison of two cells, which threads know by its size. */
    ask: (network: number, size: number): Promise<Answer> =>
      service.call('/api/v1/simulation/battery-strategies', {
        method: 'POST',
        headers: { 'x-forwarded-for': `203.0.113.${network}` },
        body: JSON.stringify({
          pv: { monthly_profile: noonProfile(3) },
          battery: { capacity_kwh: 10 },
          compare: { sizes_kwh: [size], strategies: ['self_consumption', 'combined'] },
        }),
      }),
    release: () => channel.postMessage('go'),
    begins: (...sizes: number[]) =>
      until(() => sizes.every((size) => begun.includes(size)), `${sizes} have begun`),
    waits: () => until(() => simulator.state().waiting === 1, 'one waits'),
  };
}

function isBusy(answer: Answer): void {
  assert.equal(refusal(answer, 503, 'busy').message, BUSY.message);
  assert.equal(answer.headers['retry-after'], '1');
}

const statuses = async (calls: Promise<Answer>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

test('a busy answer refunds its request and its cells, and announces it; lookups go on', async () => {
  const { ask, begins, release, service } = await startHeld({
    simulationCells: { withoutKey: 6, withKey: 6 },
    simulationRequests: { withoutKey: 3, withKey: 3 },
  });
  const two = [ask(1, 11), ask(1, 12)];
  await begins(11, 12);
  const busy = await ask(1, 13);
  isBusy(busy);
  assert.match(busy.headers.ratelimit, /"simulation-cells";r=2;.*"simulations";r=1;/);
  const lookup = await service.call('/api/v1/pv-yield?lat=59.3&lng=18&tilt=40&azimuth=180');
  assert.equal(lookup.status, 200);
  release();
  assert.deepEqual(await statuses(two), [200, 200]);
  const last = ask(1, 14);
  await begins(14);
  release();
  assert.match((await last).headers.ratelimit, /"simulations";r=0;.*"simulation-cells";r=0;/);
});

test('a thread that is ended for another address has the slot of that at once', async (t) => {
  const { ask, begins, waits, release } = await startHeld();
  const older = ask(1, 11);
  await begins(11);
  const newer = ask(1, 12);
  await begins(12);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const other = ask(3, 13);
  await waits();
  t.mock.timers.tick(4_000);
  assert.match(refusal(await newer, 503, 'busy').message, ENDED);
  await begins(13);
  release();
  assert.deepEqual(await statuses([older, other]), [200, 200]);
});

test('what the service computes for its own page leaves both slots to visitors', async () => {
  const { ask, begins, begun, release, service } = await startHeld();
  const made = service.warmPages();
  await until(() => begun.length === 1, 'the page is computed');
  const two = [ask(1, 11), ask(1, 12)];
  await begins(11, 12);
  isBusy(await ask(1, 13));
  release();
  assert.deepEqual(await statuses(two), [200, 200]);
  await made;
});
