import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/guards/limits.ts';
import { startTestService, testLoaded } from '../../test/service.ts';
import { CallRefused, post } from './api.ts';

const loaded = { ...testLoaded(), prices: testPrices() };
const FACES = [{ tilt: 40, azimuth: 180, kwp: 5 }];

const askSeries = (origin: string, lat: number, signal?: AbortSignal) =>
  post('/pv-yield/series', { lat, lng: 15, faces: FACES }, { origin, ...(signal && { signal }) });

test('a refusal says when to come back', async () => {
  const limits = { ...DEFAULT_RATE_LIMITS, lookups: { withoutKey: 2, withKey: 2 } };
  const service = await startTestService({ loaded, limits });
  const ask = () => askSeries(service.base, 59.2);
  await ask();
  await ask();
  const refused = await ask().catch((error: unknown) => error);
  assert.ok(refused instanceof CallRefused);
  assert.deepEqual([refused.status, refused.code], [429, 'rate_limited']);
  assert.ok(refused.retryAfterS !== null && refused.retryAfterS > 0 && refused.retryAfterS <= 60);
});

test('a wrong request, no service and a call given up are told apart', async () => {
  const service = await startTestService({ loaded });
  const outside = await askSeries(service.base, 50).catch((error: unknown) => error);
  assert.ok(outside instanceof CallRefused && outside.code === 'outside_coverage');
  const gone = await askSeries('http://127.0.0.1:9', 59).catch((error: unknown) => error);
  assert.ok(gone instanceof CallRefused && gone.status === 0);
  const stop = new AbortController();
  const asked = askSeries(service.base, 59.2, stop.signal);
  stop.abort();
  const given = await asked.catch((error: unknown) => error);
  assert.equal(given, stop.signal.reason);
});
