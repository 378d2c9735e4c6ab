/** Every example of the OpenAPI document, and the golden requests, sent to the service on the default dataset. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MONTH_DAYS } from '../../schemas/codec/axes.ts';
import { exampleRequests } from '../../schemas/generate/example-requests.ts';
import { readOpenapi } from '../../schemas/generate/openapi.ts';
import { simulatedYear } from '../api/simulated-year.ts';
import { MODEL_VERSION } from '../http/etag.ts';
import { DEFAULT_RATE_LIMITS } from '../http/guards/limits.ts';
import { EXAMPLE_KWP, EXAMPLE_ROOF, exampleProfile } from '../pages/server/example-roof.ts';
import { builtDefault } from './default-dataset.ts';
import { askGolden, assertSame, readGolden } from './golden.ts';
import { rawCall, startTestService } from './service.ts';

const { loaded } = await builtDefault();
const service = await startTestService({ loaded, limits: DEFAULT_RATE_LIMITS });
const unlimited = await startTestService({ loaded });

const EXAMPLES = exampleRequests(readOpenapi());

for (const { operationId, name, method, url, body, answer: shown } of EXAMPLES) {
  test(`${operationId}: ${name}`, async () => {
    const answer = await service.call(url, { method, ...(body === undefined ? {} : { body }) });
    assert.equal(answer.status, 200, answer.text);
    assertSame(JSON.parse(answer.text), shown, operationId, '"make examples" writes it anew.');
  });
}

test('the golden requests have their golden answers', async () => {
  const all = readGolden();
  assert.ok(all.length >= 40);
  for (const golden of all) {
    const where = `${golden.method} ${golden.path} ${JSON.stringify(golden.body ?? '').slice(0, 80)}`;
    assertSame(await askGolden(unlimited.base, golden), golden, where, '"make bless" takes it.');
  }
});

test("the requests' roof is the project's own: months of the yield API, hours of its kernel", async () => {
  const { lat, lng, tilt, azimuth } = EXAMPLE_ROOF;
  const url = `/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${tilt}&azimuth=${azimuth}&kwp=${EXAMPLE_KWP}`;
  const { monthly_kwh_kwp, monthly_kwh } = JSON.parse((await service.call(url)).text);
  const shown = EXAMPLES.flatMap(({ body = '{}' }): number[][][] => {
    const { pv } = JSON.parse(body);
    return pv ? [pv.monthly_profile] : [];
  });
  assert.equal(shown.length, 5);
  for (const roof of shown)
    assertSame(
      exampleProfile(monthly_kwh_kwp, simulatedYear(loaded.prices)),
      roof,
      'monthly_profile',
      'Run "make examples".',
    );
  const [roof] = shown;
  roof.forEach((day, month) => {
    const kwh = MONTH_DAYS[month] * day.reduce((sum, hour) => sum + hour, 0);
    assert.ok(Math.abs(kwh - monthly_kwh[month]) < 0.5, `month ${month + 1}: ${kwh}`);
  });
  assert.deepEqual([roof[0][7], roof[0][16], roof[5][2], roof[5][22]], [0, 0, 0, 0]);
});

/** 10 kWp facing south at tilt 40 in Stockholm and the house of the defaults, computed apart from this code. */
const FIGURES = {
  hourly_kwh: { ownUsePct: 40.5, pvSek: 7465, storedSek: 1917, combinedSek: 3367 },
  monthly_profile: { ownUsePct: 46.7, pvSek: 8017, storedSek: 2030, combinedSek: 3364 },
};

for (const [form, { ownUsePct, pvSek, storedSek, combinedSek }] of Object.entries(FIGURES)) {
  test(`what a roof and a battery save with its ${form}: the published figures`, async () => {
    const place = { lat: 59.33, lng: 18.07 };
    const roof = { ...place, form, faces: [{ tilt: 40, azimuth: 180, kwp: 10 }] };
    const year = await post('/api/v1/pv-yield/series', roof);
    assert.equal(Math.round(year.annual_kwh), 9908);
    const yearly = async (battery?: object) => {
      const body = { location: place, pv: { [form]: year[form] }, battery };
      return (await post('/api/v1/simulation', body)).yearly;
    };
    const alone = await yearly();
    assert.ok(Math.abs(alone.self_consumption_pct - ownUsePct) < 0.1);
    assert.ok(Math.abs(alone.savings_sek - pvSek) < 1);
    for (const [strategy, sek] of [
      ['self_consumption', storedSek],
      ['combined', combinedSek],
    ]) {
      const { battery } = await yearly({ capacity_kwh: 10, strategy });
      assert.ok(Math.abs(battery.savings_sek - Number(sek)) < 1, `${strategy}`);
    }
  });
}

async function post(path: string, body: object) {
  const answer = await unlimited.call(path, { method: 'POST', body: JSON.stringify(body) });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

test('a service with both artifacts that has simulated is ready', async () => {
  const answer = await rawCall(service.base, '/readyz');
  assert.equal(answer.status, 200);
  const version = loaded.pvYield?.dataset.version;
  assert.deepEqual(JSON.parse(answer.text), {
    status: 'ready',
    pv_yield: true,
    prices: true,
    simulator: true,
    versions: { pv_yield: version, prices: version, model: MODEL_VERSION },
    one_build: true,
  });
});
