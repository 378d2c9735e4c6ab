/** Requests of the first moments, in which a process answers lookups and still reads its prices. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrices } from '../api/simulation/test/prices.ts';
import { noonProfile } from '../api/simulation/test/requests.ts';
import { refusal } from '../test/contract.ts';
import { ITEM, LOOKUP, rawCall, startTestService, testLoaded } from '../test/service.ts';

const MARKET = '/api/v1/simulation/market?zone=SE3';
const { lat, lng, tilt, azimuth } = ITEM;
const SERIES = { lat, lng, faces: [{ tilt, azimuth, kwp: 5 }] };
const HOUSE = { pv: { monthly_profile: noonProfile(3) }, location: { lat, lng } };

/** A service whose prices are read until `finish` is called. */
async function startLoading() {
  const loaded = testLoaded();
  let finish = () => {};
  let reading: Promise<void> | null = new Promise((resolve) => {
    finish = () => {
      loaded.prices = testPrices();
      reading = null;
      resolve();
    };
  });
  const service = await startTestService({ loaded, loading: () => reading });
  const post = (path: string, body: unknown) =>
    service.call(path, { method: 'POST', body: JSON.stringify(body) });
  const askAll = () => [
    service.call(MARKET),
    service.call('/api/v1/simulation/tariffs'),
    post('/api/v1/simulation', HOUSE),
    post('/api/v1/pv-yield/series', SERIES),
    rawCall(service.base, '/docs?l=en'),
  ];
  return { ...service, finish, askAll };
}

test('what needs the prices waits for them and answers as later; a lookup does not wait', async () => {
  const { call, askAll, finish } = await startLoading();
  const early = askAll();
  assert.equal((await call(LOOKUP)).status, 200);
  finish();
  const answers = await Promise.all(early);
  for (const [i, later] of (await Promise.all(askAll())).entries()) {
    assert.equal(answers[i].status, 200, answers[i].text);
    assert.equal(answers[i].headers.etag, later.headers.etag);
    assert.equal(answers[i].text, later.text);
  }
});

test('after ten seconds of waiting it is 503 and may be tried again in a second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { call } = await startLoading();
  const market = call(MARKET);
  assert.equal((await call(LOOKUP)).status, 200);
  t.mock.timers.tick(9_999);
  assert.equal((await call(LOOKUP)).status, 200);
  t.mock.timers.tick(1);
  const answer = await market;
  assert.match(refusal(answer, 503, 'prices_unavailable').message, /Try again in 1 s\.$/);
  assert.equal(answer.headers['retry-after'], '1');
});
