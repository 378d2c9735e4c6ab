/** Every error that the OpenAPI document shows, sent and compared. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import pino from 'pino';
import { validator } from '../../schemas/checks/validate.ts';
import { type ErrorExample, errorExamples } from '../../schemas/generate/example-requests.ts';
import { readOpenapi } from '../../schemas/generate/openapi.ts';
import type { ErrorCode } from '../../schemas/types.ts';
import { createSimulator } from '../api/simulation/simulator.ts';
import { HELD } from '../api/simulation/test/held.ts';
import { testPrices } from '../api/simulation/test/prices.ts';
import { DEFAULT_RATE_LIMITS, MAX_BODY_BYTES } from '../http/guards/limits.ts';
import { STATUS } from '../http/http-error.ts';
import type { Answer } from './documented.ts';
import { holdBody } from './hold-body.ts';
import { type CallOptions, PATIENCE_MS, startTestService, testLoaded } from './service.ts';
import { until } from './until.ts';

const HELD_WORKER = new URL('../api/simulation/test/held-worker.ts', import.meta.url);
const SIMULATION = '/api/v1/simulation';

const checkError = validator('api/error.schema.json');

const OSLO = { lat: 59.91, lng: 10.75 };

/** Changes to the operation's first example request that have it refused. */
const EXAMPLES = errorExamples(readOpenapi(), {
  'getPvYield invalid_parameter': { tilt: 100 },
  'getPvYield outside_coverage': OSLO,
  'getPvYield not_supported': { albedo: 0.6 },
  'getPvYieldMatrix invalid_parameter': { lat: null },
  'getPvYieldMatrix outside_coverage': OSLO,
  'getPvYieldMatrix not_supported': { albedo: 0.6 },
  'postPvYieldBatch invalid_parameter': { items: null },
  'postPvYieldSeries invalid_parameter': {
    faces: [
      { tilt: 27, azimuth: 100, kwp: 5 },
      { tilt: 100, azimuth: 280, kwp: 5 },
    ],
  },
  'postPvYieldSeries outside_coverage': OSLO,
  'getSimulationMarket invalid_parameter': { lng: null },
  'getSimulationMarket outside_coverage': OSLO,
  'getGridTariffs invalid_parameter': { valid_on: 'May 2026' },
  'getSimulationMarket not_supported': { resolution: 'hourly' },
  'postSimulation invalid_parameter': { battery: {} },
  'postSimulation outside_coverage': { location: OSLO },
  'postSimulation not_supported': { pv: { faces: [] } },
  'postBatteryStrategies invalid_parameter': {
    compare: { sizes_kwh: [2, 4, 6, 8, 10, 12, 14] },
  },
  'postBatteryStrategies outside_coverage': { location: OSLO },
  'postBatteryStrategies not_supported': { pv: { faces: [] } },
  'postSimulationRange invalid_parameter': { economy: {} },
  'postSimulationVerdict invalid_parameter': { economy: {} },
  'postSimulationVerdict outside_coverage': { location: OSLO },
  'postSimulationVerdict prices_unavailable': { location: null },
  'postSimulationVerdict not_supported': { pv: { faces: [] } },
  'postSimulationRange outside_coverage': { location: OSLO },
  // The test datasets know neither Stockholm nor the hours of prices.
  'postSimulation prices_unavailable': { location: null },
  'postBatteryStrategies prices_unavailable': { location: null },
  'postSimulationRange dataset_unavailable': { location: null, prices: null },
  'postSimulationRange busy': { location: null, prices: null },
  'postSimulationRange not_supported': { pv: { faces: [] } },
});

const simulator = createSimulator(pino({ enabled: false }), {
  worker: HELD_WORKER,
  deadlineMs: PATIENCE_MS,
});
after(() => simulator.close());
const service = await startTestService({
  loaded: { ...testLoaded(), prices: testPrices() },
  simulator,
  limits: DEFAULT_RATE_LIMITS,
  trustProxy: 1,
});

/** Each example comes from an address of its own, so that none meets another's limits. */
let addresses = 0;
function caller(): (url: string, options: CallOptions) => Promise<Answer> {
  const address = `203.0.113.${++addresses % 250}`;
  return (url, { headers, ...options }) =>
    service.call(url, { ...options, headers: { 'x-forwarded-for': address, ...headers } });
}

type Provoke = (example: ErrorExample) => Promise<Answer>;

const asItIs: Provoke = ({ url, ...options }) => caller()(url, callOptions(options));

/** Ways to bring about each answer, where a request is not enough. */
const PROVOKE: Record<ErrorCode, Provoke | null> = {
  // No operation's: what is no HTTP gets the first, a configurator's form the other.
  bad_request: null,
  lead_not_delivered: null,
  invalid_json: ({ url, method }) => caller()(url, { method }),
  invalid_api_key: ({ url, ...options }) =>
    caller()(url, { ...callOptions(options), headers: { 'x-api-key': 'unknown' } }),
  not_found: (example) => askUndocumented('/api/v1/pv-yeild', callOptions(example)),
  method_not_allowed: ({ url, body }) =>
    caller()(url, { method: body === undefined ? 'DELETE' : 'GET' }),
  body_too_large: ({ url, method }) =>
    caller()(url, { method, body: Buffer.alloc(MAX_BODY_BYTES + 1, ' ') }),
  invalid_parameter: asItIs,
  outside_coverage: asItIs,
  not_supported: asItIs,
  rate_limited: askTooOften,
  internal_error: askWithBrokenData,
  dataset_unavailable: (example) => askWithout('pvYield', example),
  prices_unavailable: (example) => askWithout('prices', example),
  busy: (example) =>
    example.url.startsWith(SIMULATION) ? askWhileBusy(example) : askWhileFull(example),
};

for (const example of EXAMPLES) {
  const { operationId, status, shown } = example;
  test(`${operationId}: ${example.code}`, async () => {
    const { code } = checkError(shown).error;
    assert.deepEqual([code, STATUS[code]], [example.code, status]);
    const answer = await PROVOKE[code]?.(example);
    assert.ok(answer, `${code} is no operation's`);
    assert.equal(answer.status, status, answer.text);
    assert.deepEqual(removeClock(JSON.parse(answer.text)), removeClock(shown));
  });
}

test('every error code is shown by some operation, but those that none answers', () => {
  const shown = new Set(EXAMPLES.map(({ code }) => code));
  assert.deepEqual(
    [...shown].toSorted(),
    Object.entries(PROVOKE)
      .filter(([, provoke]) => provoke !== null)
      .map(([code]) => code)
      .toSorted(),
  );
});

function callOptions({ method, body }: { method: string; body: string | undefined }): CallOptions {
  return body === undefined ? { method } : { method, body };
}

/** Seconds left of a window depend on when it began. */
function removeClock(body: object): object {
  return JSON.parse(JSON.stringify(body).replace(/Try again in \d+ s/, 'Try again in some s'));
}

/** A path that is nowhere in the document. */
async function askUndocumented(
  url: string,
  { method = 'GET', body }: CallOptions,
): Promise<Answer> {
  const response = await fetch(service.base + url, { method, body: body ?? null });
  return { status: response.status, headers: {}, text: await response.text() };
}

async function askTooOften({ url, ...options }: ErrorExample): Promise<Answer> {
  const call = caller();
  // Refused requests count as well, and cost nothing.
  const isSimulated = url.startsWith(SIMULATION) && options.method === 'POST';
  const request = isSimulated ? { method: 'POST', body: '{}' } : callOptions(options);
  for (;;) {
    const answer = await call(url, request);
    if (answer.status === 429) return answer;
  }
}

/** The data of a service can be anything. Here reading it is a fault. */
async function askWithBrokenData(example: ErrorExample): Promise<Answer> {
  // The document itself needs no data: its 500 is any other's.
  const { url, ...options } = example.url.endsWith('.json')
    ? (EXAMPLES.find(({ code }) => code === 'internal_error') ?? example)
    : example;
  const whole = { ...service.loaded };
  for (const name of ['pvYield', 'prices'] as const) {
    Object.defineProperty(service.loaded, name, {
      configurable: true,
      get: () => {
        throw new Error('a fault');
      },
    });
  }
  try {
    return await caller()(url, callOptions(options));
  } finally {
    for (const name of ['pvYield', 'prices'] as const) {
      Object.defineProperty(service.loaded, name, { writable: true, value: whole[name] });
    }
  }
}

async function askWithout(name: 'pvYield' | 'prices', example: ErrorExample): Promise<Answer> {
  const { [name]: data } = service.loaded;
  service.loaded[name] = null;
  try {
    return await asItIs(example);
  } finally {
    Object.assign(service.loaded, { [name]: data });
  }
}

/** While both threads hold a simulation. */
async function askWhileBusy(example: ErrorExample): Promise<Answer> {
  // A thread that did not load in time, on a busy machine, is tried again.
  while (!simulator.ready()) await simulator.warmUp();
  const channel = new BroadcastChannel(HELD);
  after(() => channel.close());
  let held = 0;
  channel.onmessage = () => {
    held++;
  };
  const two = [asItIs(example), asItIs(example)];
  await until(() => held === 2, 'both threads hold a question');
  const answer = await asItIs(example);
  channel.postMessage('go');
  for (const { status } of await Promise.all(two)) assert.equal(status, 200);
  return answer;
}

/** While the caller's address holds as many bytes of bodies, all but ended, as it may. */
async function askWhileFull({ url, ...options }: ErrorExample): Promise<Answer> {
  const address = '198.51.100.1';
  const sockets = Array.from({ length: 4 }, () =>
    holdBody(service.base, url, Buffer.alloc(MAX_BODY_BYTES - 1, ' '), address),
  );
  const request = { ...callOptions(options), headers: { 'x-forwarded-for': address } };
  try {
    return await until(async () => {
      const answer = await service.call(url, request);
      return answer.status === 503 && answer;
    }, 'the address is full');
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
