import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/guards/limits.ts';
import { startTestService, testLoaded } from '../../test/service.ts';
import { CallRefused, createApi, parseRoom } from './api.ts';

const loaded = { ...testLoaded(), prices: testPrices() };
const FACES = [{ tilt: 40, azimuth: 180, kwp: 5 }];

test('an answer asked for again comes from memory after the API said it is the same', async () => {
  const service = await startTestService({ loaded, limits: DEFAULT_RATE_LIMITS });
  const api = createApi(service.base);
  const first = await api.market(59.2, 15.3, false);
  const again = await api.market(59.2, 15.3, false);
  assert.equal(again.body, first.body);
  const statuses = service.log.map(
    (line) => line.status ?? (line.res as { statusCode?: number })?.statusCode,
  );
  assert.ok(statuses.includes(304), JSON.stringify(service.log));
  assert.notEqual((await api.market(59.1, 15.3, false)).body, first.body);
});

test('what is left is read from the answer, and a refusal says when to come back', async () => {
  const limits = { ...DEFAULT_RATE_LIMITS, lookups: { withoutKey: 2, withKey: 2 } };
  const service = await startTestService({ loaded, limits });
  const api = createApi(service.base);
  const ask = () => api.series({ lat: 59.2, lng: 15.3, faces: FACES });
  const left = async () => [...(await ask()).room.values()][0].left;
  assert.deepEqual([await left(), await left()], [1, 0]);
  const refused = await ask().catch((error: unknown) => error);
  assert.ok(refused instanceof CallRefused);
  assert.deepEqual([refused.status, refused.code], [429, 'rate_limited']);
  assert.ok(refused.retryAfterS !== null && refused.retryAfterS > 0 && refused.retryAfterS <= 60);
});

test('a wrong request, no service and a call given up are told apart', async () => {
  const service = await startTestService({ loaded });
  const api = createApi(service.base);
  const outside = await api.market(50, 15, false).catch((error: unknown) => error);
  assert.ok(outside instanceof CallRefused && outside.code === 'outside_coverage');
  const gone = await createApi('http://127.0.0.1:9')
    .market(59, 15, false)
    .catch((error: unknown) => error);
  assert.ok(gone instanceof CallRefused && gone.status === 0);
  const stop = new AbortController();
  const asked = api.market(59.2, 15.2, false, stop.signal);
  stop.abort();
  const given = await asked.catch((error: unknown) => error);
  assert.equal(given, stop.signal.reason);
});

test('several counters stand in one header', () => {
  const room = parseRoom('"simulation-requests";r=9;t=58, "simulation-cells";r=38;t=57');
  assert.deepEqual(
    [...room],
    [
      ['simulation-requests', { left: 9, resetS: 58 }],
      ['simulation-cells', { left: 38, resetS: 57 }],
    ],
  );
  assert.equal(parseRoom(null).size, 0);
});
