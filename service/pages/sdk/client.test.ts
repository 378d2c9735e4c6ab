import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { startTestService, testLoaded } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import { createClient } from './client.ts';
import { errorOf, serverOf } from './sdk.test-kit.ts';

const service = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });
const sun = createClient({ base: service.base });

const POINT = { lat: 59.13, lng: 15.29 };
const ROOF = { ...POINT, tilt: 40, azimuth: 180 };
const FACES = [{ tilt: 40, azimuth: 180, kwp: 5 }];

test("every call returns the API's answer", async () => {
  const direct = async (path: string) => (await fetch(service.base + path)).json();
  const lookup = '/api/v1/pv-yield?lat=59.13&lng=15.29&tilt=40&azimuth=180';
  assert.deepEqual(await sun.yieldOf(ROOF), await direct(lookup));
  assert.equal((await sun.batch({ items: [ROOF, ROOF] })).results.length, 2);
  assert.deepEqual(
    await sun.matrix({ ...POINT, months: 1 }),
    await direct('/api/v1/pv-yield/matrix?lat=59.13&lng=15.29&months=1'),
  );
  assert.deepEqual(await sun.meta(), await direct('/api/v1/pv-yield/meta'));
  assert.deepEqual(
    await sun.market({ zone: 'SE3' }),
    await direct('/api/v1/simulation/market?zone=SE3'),
  );
  const form = 'monthly_profile' as const;
  const { monthly_profile } = await sun.profile({ ...POINT, faces: FACES, form });
  assert.equal(monthly_profile?.length, 12);
  const house = { location: POINT, pv: { monthly_profile: monthly_profile ?? [] } };
  assert.ok((await sun.simulate(house)).yearly.produced_kwh > 0);
  assert.equal((await sun.compare(house)).best.by_size.length, 5);
  assert.equal((await sun.range(house)).drivers.length, 4);
  const verdict = await sun.verdict({ ...house, economy: { solar_sek: 0 } });
  assert.equal(verdict.reason, 'no_battery');
});

test('roof() returns production and comparison of the two calls', async () => {
  const question = { ...POINT, faces: FACES, use: 9000, battery: { sizes_kwh: [5] } };
  const { production, comparison } = await sun.roof(question);
  assert.deepEqual(production, await sun.profile({ ...POINT, faces: FACES }));
  assert.deepEqual(
    comparison,
    await sun.compare({
      location: POINT,
      pv: { hourly_kwh: production.hourly_kwh ?? [] },
      consumption: { yearly_kwh: 9000 },
      compare: { sizes_kwh: [5] },
    }),
  );
});

test('an answer is revalidated by its ETag, and each caller gets a copy', async () => {
  const statuses: number[] = [];
  const counting = createClient({
    base: service.base,
    fetch: async (...call) => {
      const response = await fetch(...call);
      statuses.push(response.status);
      return response;
    },
  });
  const first = await counting.yieldOf(ROOF);
  const before = structuredClone(first);
  first.annual_kwh_kwp = 0;
  assert.deepEqual(await counting.yieldOf(ROOF), before);
  await counting.profile({ ...POINT, faces: FACES });
  await counting.profile({ ...POINT, faces: FACES });
  assert.deepEqual(statuses, [200, 304, 200, 304]);
});

test('only the last hundred answers are cached', async () => {
  const requestedTags: (string | undefined)[] = [];
  const base = await serverOf((request, response) => {
    requestedTags.push(request.headers['if-none-match']);
    response.setHeader('ETag', 'W/"1"').end('{}');
  });
  const { yieldOf } = createClient({ base });
  for (let lat = 0; lat <= 100; lat++) await yieldOf({ ...ROOF, lat });
  assert.ok(requestedTags.every((tag) => tag === undefined));
  await yieldOf({ ...ROOF, lat: 100 });
  await yieldOf({ ...ROOF, lat: 0 });
  assert.deepEqual(requestedTags.slice(-2), ['W/"1"', undefined]);
});

test('an error of the service has its code, field and status', async () => {
  const refused = await errorOf(sun.yieldOf({ ...ROOF, tilt: 91 }));
  assert.deepEqual(
    [refused.name, refused.code, refused.field, refused.status, refused.retryAfter],
    ['SunError', 'invalid_parameter', 'tilt', 422, undefined],
  );
  assert.match(refused.message, /"tilt" is 91/);
  const outside = await errorOf(sun.yieldOf({ ...ROOF, lat: 40 }));
  assert.equal(outside.code, 'outside_coverage');
  const stranger = createClient({ base: service.base, key: 'pv_unknown' });
  assert.equal((await errorOf(stranger.meta())).code, 'invalid_api_key');
});

test('an answer that is not the service’s is reported as such', async () => {
  const page = await serverOf((_request, response) => response.end('<html>'));
  assert.equal((await errorOf(createClient({ base: page }).meta())).code, 'unexpected_answer');
  const gone = await serverOf((_request, response) => response.writeHead(502).end('<html>'));
  const bad = await errorOf(createClient({ base: gone }).meta());
  assert.deepEqual([bad.code, bad.status], ['unexpected_answer', 502]);
  const nobody = await errorOf(createClient({ base: 'http://127.0.0.1:1' }).meta());
  assert.deepEqual([nobody.code, nobody.status], ['unreachable', 0]);
  assert.ok(nobody.cause instanceof Error);
  assert.throws(() => createClient({ base: 'sol.example' }), TypeError);
});

test('only 429 and 503 are retried, twice, after Retry-After', async () => {
  const calls = { count: 0, status: 0, good: 0, retryAfter: '0' };
  const base = await serverOf((_request, response) => {
    calls.count++;
    if (calls.count > calls.good) response.end('{"version":"1"}');
    else response.writeHead(calls.status, { 'Retry-After': calls.retryAfter }).end('{}');
  });
  const { meta, simulate } = createClient({ base });
  for (const status of [429, 503]) {
    Object.assign(calls, { count: 0, status, good: 2 });
    await simulate({ pv: { monthly_profile: [] } });
    assert.equal(calls.count, 3, `${status} twice, then answered`);
  }
  Object.assign(calls, { count: 0, status: 503, good: 9 });
  const last = await errorOf(meta());
  assert.deepEqual([calls.count, last.status, last.retryAfter], [3, 503, 0]);
  for (const [status, retryAfter] of [
    [500, '0'],
    [422, '0'],
    [429, '3600'],
  ] as const) {
    Object.assign(calls, { count: 0, status, good: 9, retryAfter });
    assert.equal((await errorOf(meta())).status, status);
    assert.equal(calls.count, 1, `${status}, ${retryAfter} s: once`);
  }
});

test("a signal aborts a call and its wait with the signal's reason", async (t) => {
  const limits = { lookups: { withoutKey: 1, withKey: 1 } };
  const { base } = await startTestService({ limits });
  const { yieldOf } = createClient({ base });
  await yieldOf(ROOF);
  const controller = new AbortController();
  const pauses = t.mock.method(globalThis, 'setTimeout').mock;
  const waiting = yieldOf({ ...ROOF, tilt: 41 }, { signal: controller.signal });
  const reason = new Error('the page was left');
  await until(() => pauses.calls.some(({ arguments: [, ms] }) => Number(ms) >= 1000), 'it waits');
  controller.abort(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(yieldOf(ROOF, { signal: AbortSignal.abort(reason) }), reason);
});
