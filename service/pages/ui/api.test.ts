import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/guards/limits.ts';
import { startTestService, testLoaded } from '../../test/service.ts';
import { CallRefused, createApi } from './api.ts';

const loaded = { ...testLoaded(), prices: testPrices() };
const FACES = [{ tilt: 40, azimuth: 180, kwp: 5 }];

test('a refusal says when to come back', async () => {
  const limits = { ...DEFAULT_RATE_LIMITS, lookups: { withoutKey: 2, withKey: 2 } };
  const service = await startTestService({ loaded, limits });
  const api = createApi(service.base);
  const ask = () => api.series({ lat: 59.2, lng: 15.3, faces: FACES });
  await ask();
  await ask();
  const refused = await ask().catch((error: unknown) => error);
  assert.ok(refused instanceof CallRefused);
  assert.deepEqual([refused.status, refused.code], [429, 'rate_limited']);
  assert.ok(refused.retryAfterS !== null && refused.retryAfterS > 0 && refused.retryAfterS <= 60);
});

test('a wrong request, no service and a call given up are told apart', async () => {
  const service = await startTestService({ loaded });
  const api = createApi(service.base);
  const outside = await api
    .series({ lat: 50, lng: 15, faces: FACES })
    .catch((error: unknown) => error);
  assert.ok(outside instanceof CallRefused && outside.code === 'outside_coverage');
  const gone = await createApi('http://127.0.0.1:9')
    .series({ lat: 59, lng: 15, faces: FACES })
    .catch((error: unknown) => error);
  assert.ok(gone instanceof CallRefused && gone.status === 0);
  const stop = new AbortController();
  const asked = api.series({ lat: 59.2, lng: 15.2, faces: FACES }, stop.signal);
  stop.abort();
  const given = await asked.catch((error: unknown) => error);
  assert.equal(given, stop.signal.reason);
});
