import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService, testLoaded } from '../../test/service.ts';
import { CallRefused, post } from './api.ts';
import { explainError, type NoAnswer, retry } from './retry.ts';

async function reasonOf(pending: Promise<unknown>): Promise<NoAnswer> {
  return explainError(
    await pending.then(
      () => assert.fail('it was answered'),
      (error) => error,
    ),
  );
}

test('missing prices are retried after Retry-After, an unreachable network soon, a place outside Sweden not', async () => {
  const { base } = await startTestService({ loaded: { ...testLoaded(), prices: null } });
  for (const [origin, lat, reason, againS] of [
    [base, 59, 'noPrices', 60],
    ['http://127.0.0.1:9', 59, 'unreachable', 10],
    [base, 50, 'outside', null],
  ] as const)
    assert.deepEqual(await reasonOf(compareAt(origin, lat)), { reason, againS });
});

test('an aborted call throws the reason of its signal', async () => {
  const { base } = await startTestService();
  const stop = new AbortController();
  const pending = compareAt(base, 59, stop.signal);
  stop.abort();
  await assert.rejects(pending, (error) => error === stop.signal.reason);
});

/** A comparison in a house at a latitude. */
function compareAt(base: string, lat: number, signal?: AbortSignal): Promise<unknown> {
  const request = {
    location: { lat, lng: 15 },
    consumption: { yearly_kwh: 15_000 },
    pv: { hourly_kwh: Array(8760).fill(1) },
    compare: { strategies: ['combined'], sizes_kwh: [5] },
  };
  const call = { origin: base, ...(signal && { signal }) };
  return post('/simulation/battery-strategies', request, call);
}

/** Lets what waits for a promise go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Answers in turn, by a clock that the test moves. */
function asking(context: TestContext, answers: (() => Promise<string>)[]) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const reported: ({ body: string } | NoAnswer)[] = [];
  const network = new EventTarget();
  const stop = retry(
    250,
    () => answers.shift()?.() ?? assert.fail('asked once too often'),
    (answer) => reported.push(answer),
    network,
  );
  const pass = async (ms: number) => {
    context.mock.timers.tick(ms);
    await settled();
    return reported;
  };
  return { pass, stop, network };
}

const lost = async () => {
  throw new CallRefused(0, 'unreachable', 'no network', null);
};

test('the reason is reported, then the answer', async (context) => {
  const { pass } = asking(context, [lost, async () => 'prices']);
  assert.deepEqual(await pass(249), []);
  const reason = { reason: 'unreachable', againS: 10 };
  assert.deepEqual(await pass(1), [reason]);
  assert.deepEqual(await pass(9_999), [reason]);
  assert.deepEqual(await pass(1), [reason, { body: 'prices' }]);
  assert.deepEqual(await pass(600_000), [reason, { body: 'prices' }]);
});

test('a request is retried at once when the network returns', async (context) => {
  const { pass, network } = asking(context, [lost, async () => 'prices']);
  network.dispatchEvent(new Event('online'));
  assert.deepEqual(await pass(0), []);
  const reason = { reason: 'unreachable', againS: 10 };
  assert.deepEqual(await pass(250), [reason]);
  network.dispatchEvent(new Event('online'));
  assert.deepEqual(await pass(0), [reason, { body: 'prices' }]);
  network.dispatchEvent(new Event('online'));
  assert.equal((await pass(60_000)).length, 2);
});

test('a stopped request neither reports nor retries', async (context) => {
  const { pass, stop, network } = asking(context, [lost]);
  const reported = await pass(250);
  stop();
  network.dispatchEvent(new Event('online'));
  assert.equal((await pass(60_000)).length, reported.length);
});

test('an answer that takes more than four seconds is reported as slow, then delivered', async (context) => {
  let come = (_: string) => {};
  const late = () => new Promise<string>((resolve) => (come = resolve));
  const { pass } = asking(context, [late]);
  await pass(250);
  assert.deepEqual(await pass(3_999), []);
  const slow = { reason: 'slow', againS: null };
  assert.deepEqual(await pass(1), [slow]);
  come('prices');
  assert.deepEqual(await pass(0), [slow, { body: 'prices' }]);
});

test('a server error is retried after ten seconds, a refusal is not', () => {
  for (const [status, reason, againS] of [
    ...[500, 502, 503, 504].map((status) => [status, 'failed', 10] as const),
    [429, 'rateLimited', 10],
    [404, 'failed', null],
  ] as const) {
    const error = new CallRefused(status, 'unexpected_answer', 'no file', null);
    assert.deepEqual(explainError(error), { reason, againS }, `${status}`);
  }
});
