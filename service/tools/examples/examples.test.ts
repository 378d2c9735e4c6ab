/** Every example of the OpenAPI document, sent to the service on the default dataset. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleMonth } from '#engine/house/scale-month.ts';
import { simulatedYear } from '#engine/house/simulated-year.ts';
import { MONTH_DAYS } from '../../../schemas/codec/axes.ts';
import { exampleRequests } from '../../../schemas/generate/example-requests.ts';
import { readOpenapi } from '../../../schemas/generate/openapi.ts';
import { MODEL_VERSION } from '../../http/etag.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/guards/limits.ts';
import { builtDefault } from '../../test/default-dataset.ts';
import { rawCall, startTestService } from '../../test/service.ts';
import { EXAMPLE_KWP, EXAMPLE_ROOF, exampleProfile } from './example-roof.ts';

const { loaded } = await builtDefault();
const service = await startTestService({ loaded, limits: DEFAULT_RATE_LIMITS });

const EXAMPLES = exampleRequests(readOpenapi());

for (const { operationId, name, method, url, body, answer: shown } of EXAMPLES) {
  test(`${operationId}: ${name}`, async () => {
    const answer = await service.call(url, { method, ...(body === undefined ? {} : { body }) });
    assert.equal(answer.status, 200, answer.text);
    assertSame(JSON.parse(answer.text), shown, operationId, '"make examples" writes it again.');
  });
}

test('the examples of a lookup have at most 1.6 kB each', async () => {
  const lookups = EXAMPLES.filter(({ operationId }) => operationId === 'getPvYield');
  assert.ok(lookups.length > 0);
  for (const { url } of lookups) {
    const { text } = await service.call(url);
    assert.ok(text.length < 1600, `${url}: ${text.length} bytes`);
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
  assert.equal(shown.length, 7);
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

/** Mean temperatures by which the figures below were worked out, °C. */
const STOCKHOLM_C = [-0.8, -1, 1.7, 6.2, 11.4, 16, 18.7, 17.7, 13.1, 7.8, 3.6, 0.4];

/** SEK/kW of each month's highest hour, in the last column. */
const POWER_CHARGE = 81.25;

/**
 * South at tilt 40 in Stockholm, without a battery and with one of 10 kWh. Hours of panels and load are the service's own
 * (a series', a simulation's `hourly`), as are spot prices and their parts (the market's). All else was worked out of these
 * by a Python program apart from this code: a kWh's prices added up of their parts. self_consumption hour by hour. Combined
 * by merging the slopes of 48 hours at each midnight, of which 40 windows were equal to linear programmes to 1e-13 SEK.
 * under a power charge with a cap on each month's import, by golden section over the month and 96 hours.
 * It takes the earlier of equally expensive hours. The later ones would move combined by 0.5 % at most.
 * kWh a year, km a day, kWp. Own use in %. SEK saved by the panels, by self_consumption, by combined, by
 * combined under a power charge.
 */
const HOUSES = [
  [5000, 0, 3, 43.85, 2308.3, 1293.8, 2028.7, 3949.1],
  [5000, 0, 10, 17.46, 5490.2, 1441.5, 2536.5, 4497.2],
  [10_000, 0, 3, 65.2, 2842.5, 1054.8, 2422.5, 4612.7],
  [10_000, 0, 10, 29.81, 6547, 2081.2, 3277.1, 5607.5],
  [20_000, 0, 10, 41.77, 7575.9, 1861.9, 3509.8, 5976.1],
  [15_000, 40, 10, 36.64, 7138.3, 2019.7, 3459.3, 6342.6],
];

/** kWh per kWp of the panels' months in those calculations, by dataset 1.0.0. */
const PANEL_MONTHS = [
  17.688, 40.1347, 91.311, 122.6629, 138.559, 138.4676, 137.1343, 120.4725, 95.8106, 55.9223,
  21.5454, 11.0858,
];

/** A service whose houses in SE3, without a place, have these temperatures. */
async function serviceAt(temperature_c: number[]) {
  const { prices } = loaded;
  assert.ok(prices);
  const { household } = prices.header;
  const towns = { ...household.towns, SE3: { ...household.towns.SE3, temperature_c } };
  const header = { ...prices.header, household: { ...household, towns } };
  return startTestService({ loaded: { ...loaded, prices: { ...prices, header } } });
}

test('what a roof and a battery save: six houses as a program apart from this code has them', async () => {
  const { call } = await serviceAt(STOCKHOLM_C);
  const ask = async (path: string, body: object) => {
    const answer = await call(path, { method: 'POST', body: JSON.stringify(body) });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text);
  };
  for (const [kwh, km, kwp, ...expected] of HOUSES) {
    const faces = [{ tilt: 40, azimuth: 180, kwp }];
    const series = await ask('/api/v1/pv-yield/series', { lat: 59.33, lng: 18.07, faces });
    const hours = Float64Array.from(series.hourly_kwh);
    for (const [month, kwh] of PANEL_MONTHS.entries()) scaleMonth(month, kwh * kwp, hours);
    const hourly_kwh = Array.from(hours);
    const consumption = { yearly_kwh: kwh, ev_km_per_day: km };
    const yearly = async (strategy: string | null, charge = 0) => {
      const battery = strategy === null ? {} : { battery: { capacity_kwh: 10, strategy } };
      const prices = { peak_charge_sek_per_kw_month: charge };
      const body = { consumption, pv: { hourly_kwh }, ...battery, prices };
      return (await ask('/api/v1/simulation', body)).yearly;
    };
    const alone = await yearly(null);
    const found = [
      alone.self_consumption_pct,
      alone.savings_sek,
      (await yearly('self_consumption')).battery.savings_sek,
      (await yearly('combined')).battery.savings_sek,
      (await yearly('combined', POWER_CHARGE)).battery.savings_sek,
    ];
    expected.forEach((figure, i) => {
      // The shapes of days follow the dataset's irradiation.
      const tolerance = i === 0 ? 0.02 : 2;
      assert.ok(Math.abs(found[i] - figure) < tolerance, `${kwh} ${km} ${kwp}: ${found}`);
    });
  }
});

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

/**
 * Equal but for the last printed digit of numbers, which may differ between engines.
 * @param remedy the command to run where the difference is meant
 */
function assertSame(found: unknown, shown: unknown, path: string, remedy: string): void {
  if (typeof found === 'number' && typeof shown === 'number') {
    assert.ok(Math.abs(found - shown) < 0.011, `${path} is ${found}, shown ${shown}. ${remedy}`);
  } else if (isTree(found) && isTree(shown)) {
    assert.deepEqual(Object.keys(found), Object.keys(shown), `${path}. ${remedy}`);
    for (const [key, value] of Object.entries(found)) {
      assertSame(value, shown[key], `${path}.${key}`, remedy);
    }
  } else {
    assert.equal(found, shown, `${path}. ${remedy}`);
  }
}

/** An object, or an array by its indexes. */
function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
