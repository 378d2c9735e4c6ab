/** The slots of a node over a listening server, with threads that compute as long as a test lets them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
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
import { HELD } from './test/held.ts';
import { testPrices } from './test/prices.ts';
import { noonProfile } from './test/requests.ts';

const HOUSE = { pv: { monthly_profile: noonProfile(3) }, battery: { capacity_kwh: 10 } };
const PLAIN = 0;
const LOOKUP = '/api/v1/pv-yield?lat=59.3&lng=18&tilt=40&azimuth=180';

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
  let onBegun = (_size: number) => {};
  channel.onmessage = (message: unknown) => {
    const { held } = (message as { data: { held: number } }).data;
    begun.push(held);
    onBegun(held);
  };
  /** A comparison of a cell a strategy that threads know by its size, or a plain simulation. */
  const ask = (
    network: number,
    size: number,
    strategies: readonly string[] = ['combined'],
  ): Promise<Answer> =>
    service.call(`/api/v1/simulation${size === PLAIN ? '' : '/battery-strategies'}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `203.0.113.${network}` },
      body: JSON.stringify(
        size === PLAIN ? HOUSE : { ...HOUSE, compare: { sizes_kwh: [size], strategies } },
      ),
    });
  return {
    ask,
    begun,
    call: service.call,
    warmPages: service.warmPages,
    release: (size: number | 'go') => channel.postMessage(size),
    begins: (...sizes: number[]) =>
      until(() => sizes.every((size) => begun.includes(size)), `${sizes} have begun`),
    waits: (count: number) => until(() => simulator.state().waiting === count, `${count} wait`),
    /** Plain simulations go on at once, comparisons after that time. */
    goAfter(ms: number) {
      onBegun = async (size) => {
        if (size !== PLAIN) await wait(ms);
        channel.postMessage(size);
      };
    },
  };
}

function isBusy(answer: Answer): void {
  const { message } = refusal(answer, 503, 'busy');
  assert.equal(message, '2 simulations are being computed already. Try again in 1 s.');
  assert.equal(answer.headers['retry-after'], '1');
}

const statuses = async (calls: Promise<Answer>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

test('a third of an address is busy at once, lookups go on, another address has the next free slot', async () => {
  const { ask, call, begins, waits, release } = await startHeld();
  const two = [ask(1, 11), ask(1, 12)];
  await begins(11, 12);
  isBusy(await ask(1, PLAIN));
  assert.equal((await call(LOOKUP)).status, 200);
  const other = ask(2, PLAIN);
  await waits(1);
  isBusy(await ask(2, PLAIN));
  release(11);
  await begins(PLAIN);
  isBusy(await ask(1, PLAIN));
  release('go');
  assert.deepEqual(await statuses([...two, other]), [200, 200, 200]);
});

test('a busy answer refunds its request and its cells, and announces it', async () => {
  const { ask, begins, release } = await startHeld({
    simulationCells: { withoutKey: 6, withKey: 6 },
    simulationRequests: { withoutKey: 3, withKey: 3 },
  });
  const strategies = ['self_consumption', 'combined'];
  const two = [ask(1, 11, strategies), ask(1, 12, strategies)];
  await begins(11, 12);
  const busy = await ask(1, 13, strategies);
  isBusy(busy);
  assert.match(busy.headers.ratelimit, /"simulation-cells";r=2;.*"simulations";r=1;/);
  release('go');
  assert.deepEqual(await statuses(two), [200, 200]);
  const last = ask(1, 14, strategies);
  await begins(14);
  release(14);
  assert.match((await last).headers.ratelimit, /"simulations";r=0;.*"simulation-cells";r=0;/);
});

test('of those who wait the call with the fewest cells is next, and callers who leave are none', async () => {
  const { ask, begun, begins, waits, release } = await startHeld();
  const held = [ask(1, 11), ask(2, 12)];
  await begins(11, 12);
  const four = ['self_consumption', 'arbitrage', 'peak_shaving', 'combined'];
  const waiting = [ask(3, 13, four)];
  await waits(1);
  waiting.push(ask(4, 14, four.slice(0, 2)));
  await waits(2);
  waiting.push(ask(5, PLAIN));
  await waits(3);
  for (const [size, next] of [
    [11, PLAIN],
    [PLAIN, 14],
    [14, 13],
  ]) {
    release(size);
    await begins(next);
  }
  assert.deepEqual(begun.slice(2), [PLAIN, 14, 13]);
  release('go');
  assert.deepEqual(await statuses([...held, ...waiting]), [200, 200, 200, 200, 200]);
});

for (const [whose, second, strategies] of [
  ['an address that has both', 1, ['combined']],
  ['addresses that compute more cells', 2, ['self_consumption', 'combined']],
] as const)
  test(`slots of ${whose} do not keep another waiting for more than 4 s: one is ended as busy`, async () => {
    const { ask, begins, release } = await startHeld();
    const older = ask(1, 11, strategies);
    await begins(11);
    const newer = ask(second, 12, strategies);
    await begins(12);
    const other = ask(3, PLAIN);
    const { message } = refusal(await newer, 503, 'busy');
    assert.match(message, /^The computation was ended: it was slow, and another address waited/);
    await begins(PLAIN);
    release('go');
    assert.deepEqual(await statuses([older, other]), [200, 200]);
  });

test('where two addresses compute as few cells, one that waits is busy after 5 s, and they go on', async () => {
  const { ask, begins, release } = await startHeld();
  const held = [ask(1, 11), ask(2, 12)];
  await begins(11, 12);
  isBusy(await ask(3, PLAIN));
  release('go');
  assert.deepEqual(await statuses(held), [200, 200]);
});

for (const addresses of [1, 14])
  test(`50 of 50 visitors are answered next to ${addresses} with two long calls at a time each`, async () => {
    const { ask, goAfter, begun } = await startHeld();
    goAfter(150);
    let isOver = false;
    const attack = async (network: number, size: number) => {
      while (!isOver) {
        const { status } = await ask(network, size, ['self_consumption', 'combined']);
        if (status !== 200) await wait(50 * addresses);
      }
    };
    const attacks = Array.from({ length: 2 * addresses }, (_, i) =>
      attack(100 + (i >> 1), 100 + i),
    );
    const refused: string[] = [];
    const longCalls = () => begun.filter((size) => size !== PLAIN).length;
    // On a busy machine the long calls may begin late: visitors come until some have run next to them.
    for (let i = 0; i < 50 || (i < 1000 && longCalls() <= 10); i++) {
      const { status, text } = await ask(1 + (i % 50), PLAIN);
      if (status !== 200) refused.push(text);
    }
    isOver = true;
    await Promise.all(attacks);
    assert.deepEqual(refused, []);
    assert.ok(longCalls() > 10);
  });

test('what the service computes for its own page leaves both slots to visitors', async () => {
  const { ask, begins, begun, release, warmPages } = await startHeld();
  const made = warmPages();
  await until(() => begun.length === 1, 'the page is computed');
  const two = [ask(1, 11), ask(1, 12)];
  await begins(11, 12);
  isBusy(await ask(1, 13));
  release('go');
  assert.deepEqual(await statuses(two), [200, 200]);
  await made;
});
