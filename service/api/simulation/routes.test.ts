/** POST /api/v1/simulation and /battery-strategies over a listening server, rule by rule. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import pino from 'pino';
import { parseSimulationRequest } from '#engine/simulation/parse/request.ts';
import { resolveSimulation } from '#engine/simulation/resolve/cases.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { type CallLimits, DEFAULT_RATE_LIMITS } from '../../http/guards/limits.ts';
import { refusal } from '../../test/contract.ts';
import type { Answer } from '../../test/documented.ts';
import {
  PATIENCE_MS,
  rawCall,
  startTestService,
  type TestService,
  testLoaded,
} from '../../test/service.ts';
import { until } from '../../test/until.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import { testPrices } from './test/prices.ts';
import { noonProfile, ownDataBody } from './test/requests.ts';

const SIMULATION = '/api/v1/simulation';
const STRATEGIES = '/api/v1/simulation/battery-strategies';
const RANGE = '/api/v1/simulation/range';
const PV = { monthly_profile: noonProfile(3) };
const BATTERY = { capacity_kwh: 10 };

const silent = pino({ enabled: false });
const simulator = simulatorOf();
await simulator.warmUp();
const service = await start();

/** Worker threads, closed after the test, or the file, that starts them. */
function simulatorOf(settings: Parameters<typeof createSimulator>[1] = {}, log = silent) {
  const threads = createSimulator(log, { deadlineMs: PATIENCE_MS, ...settings });
  after(() => threads.close());
  return threads;
}

/** A service, which shares the worker threads. */
async function start(limits: Partial<CallLimits> = {}, threads: Simulator = simulator) {
  const loaded = { ...testLoaded(), prices: testPrices() };
  return startTestService({ loaded, limits, simulator: threads });
}

const post = (body: unknown, path = SIMULATION, on = service): Promise<Answer> =>
  on.call(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

/** A call whose answer is a test's thread's, and not that of the contract. */
const rawPost = (body: object, on: TestService) =>
  rawCall(on.base, SIMULATION, { method: 'POST', body: JSON.stringify(body) });

/** Units of a limit that an answer announces. */
const unitsLeft = (limit: string, { headers }: Answer) =>
  Number(new RegExp(`"${limit}";r=(\\d+)`).exec(headers.ratelimit)?.[1]);

/** A worker thread's code in a file of its own. */
function workerFile(code: string): URL {
  const file = join(testFolder(), 'worker.mjs');
  writeFileSync(file, code);
  return pathToFileURL(file);
}

/** Threads that load while the test has opened their gate, and whose computation with an idle battery does not end. */
function gatedThreads(settings: Parameters<typeof createSimulator>[1] = {}, log = silent) {
  const channel = new BroadcastChannel(randomUUID());
  after(() => channel.close());
  const worker = workerFile(
    `import { BroadcastChannel, parentPort } from 'node:worker_threads';
    const channel = new BroadcastChannel('${channel.name}');
    await new Promise((resolve) => {
      channel.onmessage = ({ data }) => data === 'go' && resolve();
      channel.postMessage('loads');
    });
    channel.close();
    export default (job) => {
      if (job) parentPort.postMessage(job.number);
      while (job?.houseCase.battery.capacityKwh === 0);
      return JSON.stringify({ survived: true });
    };`,
  );
  const threads = simulatorOf({ worker, ...settings }, log);
  const open = () => {
    channel.onmessage = () => channel.postMessage('go');
    channel.postMessage('go');
  };
  const close = () => {
    channel.onmessage = () => {};
  };
  return { threads, open, close };
}

/** Prices with a list of so many power charges, each the mean of so many days of the whole year. */
function ownPrices(charges: number, highest: number) {
  const power = Array.from({ length: charges }, (_, i) => ({
    name: `charge ${i}`,
    sek_per_kw_month: 30,
    statistic: { interval: 'PT1H', highest, distinct_days: true, reduce: 'mean' },
  }));
  const list = { energy_ore_per_kwh: null, power };
  return { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5, grid_tariff: list };
}

test('a simulation is answered as documented and may not be cached', async () => {
  const answer = await post({ location: { lat: 59.3, lng: 18 }, pv: PV, battery: BATTERY });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers.etag, undefined);
  const { yearly, model, attribution } = JSON.parse(answer.text);
  assert.equal(yearly.battery.strategy, 'self_consumption');
  assert.equal(model.dispatch, 'day_ahead_greedy');
  assert.match(attribution, /CC BY 4\.0/);
});

test('a comparison is answered as documented, with the run without a battery', async () => {
  const answer = await post({ pv: PV, battery: BATTERY }, STRATEGIES);
  assert.equal(answer.status, 200, answer.text);
  const { matrix, best, no_battery } = JSON.parse(answer.text);
  assert.equal(matrix.length, 20);
  assert.equal(best.by_payback, undefined);
  assert.ok(no_battery.savings_sek > 0);
});

test('a range is answered as documented, may not be cached and costs five cells', async () => {
  const on = await start(DEFAULT_RATE_LIMITS);
  const body = { pv: PV, battery: BATTERY, economy: { cost_sek: 100_000 } };
  const answer = await post(body, RANGE, on);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.match(String(answer.headers.ratelimit), /"simulation-cells";r=45;/);
  const { drivers, payback } = JSON.parse(answer.text);
  assert.equal(drivers.length, 4);
  assert.ok(payback.net_present_sek.p50 > payback.net_present_sek.p90);
  assert.equal((await post(body, RANGE, on)).text, answer.text);
});

test('a thread that dies is replaced, and its caller gets a clear 500', async () => {
  const worker = workerFile(
    `export default (job) => {
      if (job?.houseCase.battery.capacityKwh === 0) process.exit(1);
      return JSON.stringify({ survived: true });
    };`,
  );
  const on = await start({}, simulatorOf({ worker }));
  for (let i = 0; i < 3; i++) {
    const answer = await post({ pv: PV }, SIMULATION, on);
    const { message } = refusal(answer, 500, 'internal_error');
    assert.match(message, /broke off on our side. Try again/);
    const next = await rawPost({ pv: PV, battery: BATTERY }, on);
    assert.equal(next.text, '{"survived":true}');
  }
});

test('a computation beyond its deadline is aborted, its cells given back, its slot free again; the thread in its place may load for longer', async (t) => {
  const { threads, open, close } = gatedThreads({ deadlineMs: 5000, loadMs: 1e9 });
  open();
  await threads.warmUp();
  close();
  const on = await start(DEFAULT_RATE_LIMITS, threads);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const endless = { pv: PV, battery: { capacity_kwh: 0 } };
  const two = Promise.all([1, 2].map(() => rawPost(endless, on)));
  // A deadline begins with the word of its thread, whenever that comes.
  const ended = await until(() => {
    t.mock.timers.tick(5000);
    return Promise.race([two, false as const]);
  }, 'both are aborted');
  for (const answer of ended) {
    const { message } = refusal(answer, 503, 'busy');
    assert.match(
      message,
      /aborted after 5 s, since this machine is overloaded.*its cells are given back/,
    );
    assert.equal(answer.headers['retry-after'], '1');
    assert.match(answer.headers.ratelimit, /"simulations";r=[89];/);
    assert.match(answer.headers.ratelimit, /"simulation-cells";r=(49|50);/);
  }
  const third = rawPost({ pv: PV, battery: BATTERY }, on);
  await until(() => threads.state().running === 1, 'it waits for a thread');
  t.mock.timers.tick(5000);
  open();
  const answer = await third;
  assert.equal(answer.text, '{"survived":true}');
  assert.match(answer.headers.ratelimit, /"simulation-cells";r=49;/);
});

test('a lead is computed while simulations have both slots, and a ninth is busy', async () => {
  const { threads, open } = gatedThreads();
  open();
  await threads.warmUp();
  const jobOf = (battery: object) => {
    const houseCase = resolveSimulation(parseSimulationRequest({ pv: PV, battery }), testPrices());
    return { kind: 'simulation' as const, houseCase };
  };
  const endless = { capacity_kwh: 0 };
  const caller = { network: '203.0.113.1', cells: 1, hasLeft: () => false };
  const both = [1, 2].map(() => threads.answer(jobOf(endless), caller));
  const ended = Promise.allSettled(both);
  assert.equal(await threads.answerLead(jobOf(BATTERY)), '{"survived":true}');
  assert.equal(threads.state().running, 2);
  const waiting = Promise.allSettled(
    Array.from({ length: 8 }, () => threads.answerLead(jobOf(endless))),
  );
  await assert.rejects(threads.answerLead(jobOf(BATTERY)), { code: 'busy' });
  await threads.close();
  for (const all of [await ended, await waiting])
    assert.ok(all.every(({ status }) => status === 'rejected'));
});

test('threads whose code fails are 500 at once, which /readyz shows; they load it afresh, without a restart', async () => {
  const worker = workerFile('throw new Error("not now");');
  const mended = simulatorOf({ worker, retryMs: 50 });
  const on = await start({}, mended);
  const readyz = async () => {
    const { status, text } = await rawCall(on.base, '/readyz');
    return [status, JSON.parse(text).simulator];
  };
  const { message } = refusal(await post({ pv: PV }, SIMULATION, on), 500, 'internal_error');
  assert.match(message, /broke off on our side/);
  assert.deepEqual(await readyz(), [503, false]);
  writeFileSync(worker, 'export default () => JSON.stringify({ survived: true });');
  await until(() => mended.ready(), 'the threads run');
  assert.deepEqual(await readyz(), [200, true]);
  const answer = await rawPost({ pv: PV }, on);
  assert.equal(answer.text, '{"survived":true}');
});

test('threads that load for longer than a job may take are waited for, and callers get busy meanwhile', async () => {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => errors.push(line) });
  const { threads, open } = gatedThreads({ deadlineMs: 20 }, log);
  const on = await start({}, threads);
  const { message } = refusal(await post({ pv: PV }, SIMULATION, on), 503, 'busy');
  assert.equal(message, 'The simulation threads are starting. Try again in 1 s.');
  open();
  await until(() => threads.ready(), 'the threads run');
  assert.deepEqual(errors, []);
});

test('a refused request gives its unit back, 60 times a minute', async () => {
  const { simulationRequests } = DEFAULT_RATE_LIMITS;
  const on = await start({ simulationRequests });
  const left = (answer: Answer) => unitsLeft('simulations', answer);
  const bodies = ['{', '{"pv":1}', JSON.stringify({ pad: 'x'.repeat(2_097_152) })];
  const paths = [SIMULATION, STRATEGIES, RANGE];
  for (let i = 0; i < 60; i++) {
    const answer = await post(bodies[i < 57 ? i % 2 : 2], paths[i % 3], on);
    assert.equal(answer.status, i < 57 ? [400, 422][i % 2] : 413);
    assert.equal(left(answer), 10);
  }
  for (let i = 9; i >= 0; i--) assert.equal(left(await post('{', SIMULATION, on)), i);
  const { headers, ...refused } = await post('{', SIMULATION, on);
  assert.match(headers['ratelimit-policy'], /"simulations";q=10;w=60/);
  const { message } = refusal({ headers, ...refused }, 429, 'rate_limited');
  assert.match(message, /More than 10 simulations a minute/);
});

test('cells are weighted, all or nothing: a simulation takes 1, a comparison sizes x strategies', async () => {
  const limits = { simulationCells: DEFAULT_RATE_LIMITS.simulationCells };
  const on = await start(limits);
  const left = (answer: Answer) => unitsLeft('simulation-cells', answer);
  const compare = (sizes_kwh: number[]) =>
    post(ownDataBody({ battery: BATTERY, compare: { sizes_kwh } }), STRATEGIES, on);
  assert.equal(left(await compare([0, 5, 10, 15, 20])), 30);
  assert.equal(left(await post(ownDataBody(), SIMULATION, on)), 29);
  assert.equal(left(await compare([0, 5, 10, 15, 20])), 9);
  const refused = await compare([5, 10, 15]);
  const { message } = refusal(refused, 429, 'rate_limited');
  assert.match(message, /More than 50 simulation cells a minute/);
  assert.equal(left(refused), 9);
  assert.ok(Number(refused.headers['retry-after']) <= 60);
  assert.equal(left(await compare([5, 10])), 1);
  assert.equal(left(await post(ownDataBody(), SIMULATION, on)), 0);
  refusal(await post(ownDataBody(), SIMULATION, on), 429, 'rate_limited');
});

test('cells count for the charges of a price list and their highest values: up to a sum of 10 one, 22 five, twice with a reserve', async () => {
  const limits = { simulationCells: DEFAULT_RATE_LIMITS.simulationCells };
  const on = await start(limits);
  const left = (answer: Answer) => unitsLeft('simulation-cells', answer);
  const body = (charges: number, highest: number, rest: object = {}) =>
    ownDataBody({ battery: BATTERY, prices: ownPrices(charges, highest), ...rest });
  assert.equal(left(await post(body(2, 3), SIMULATION, on)), 49);
  assert.equal(left(await post(body(5, 1), SIMULATION, on)), 46);
  assert.equal(left(await post(body(2, 9), SIMULATION, on)), 41);
  const compare = { sizes_kwh: [5, 10], strategies: ['self_consumption', 'arbitrage'] };
  assert.equal(left(await post(body(2, 9, { compare }), STRATEGIES, on)), 21);
  const large = {
    sizes_kwh: [5, 10, 15],
    strategies: ['self_consumption', 'arbitrage', 'combined'],
  };
  const refused = await post(body(2, 9, { compare: large }), STRATEGIES, on);
  const { message, field } = refusal(refused, 422, 'invalid_parameter');
  assert.equal(field, 'compare');
  assert.match(message, /asks for 45 cells \(3 sizes x 3 strategies x 5, by .* expected 1 to 25/);
  assert.equal(left(await post(body(2, 3), SIMULATION, on)), 20);
  const reserved = (share: number) => ({
    capacity_kwh: 10,
    frequency_reserve: {
      provider: 'test',
      terms: { basis: 'installed', reserved_capacity_share: share, reserved_power_share: 0 },
    },
  });
  const compared = (share: number) => body(2, 3, { compare, battery: reserved(share) });
  assert.equal(left(await post(compared(0.5), STRATEGIES, on)), 12);
  assert.equal(left(await post(compared(0), STRATEGIES, on)), 8);
});

test('a price list with more work than a list may have is refused by its field', async () => {
  const refusedField = async (charges: number, highest: number) => {
    const answer = await post(ownDataBody({ prices: ownPrices(charges, highest) }));
    return refusal(answer, 422, 'invalid_parameter');
  };
  assert.equal((await refusedField(8, 1)).field, 'prices.grid_tariff.power');
  assert.equal((await refusedField(1, 11)).field, 'prices.grid_tariff.power[0].statistic.highest');
  const joint = await refusedField(4, 5);
  assert.equal(joint.field, 'prices.grid_tariff.power');
  assert.match(joint.message, /counts 20 highest values in month 1 at 16 A .* expected at most 18/);
});

test('the order of checks: validation, coverage, data, cells, slot', async () => {
  const on = await start({ simulationCells: { withoutKey: 0, withKey: 0 } });
  const far = { pv: PV, location: { lat: 48.9, lng: 2.3 } };
  refusal(await post({ ...far, pv: {} }, SIMULATION, on), 422, 'invalid_parameter');
  refusal(await post(far, SIMULATION, on), 422, 'outside_coverage');
  refusal(await post({ pv: PV }, SIMULATION, on), 429, 'rate_limited');
  on.loaded.prices = null;
  refusal(await post(far, SIMULATION, on), 422, 'outside_coverage');
  const unloaded = await post({ pv: PV }, SIMULATION, on);
  refusal(unloaded, 503, 'prices_unavailable');
  assert.equal(unloaded.headers['retry-after'], '60');
});
