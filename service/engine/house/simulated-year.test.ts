/** A service on prices of 2026, built from made-up hours by the pipeline, next to one on prices of 2025. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOUR_MS, hoursInYear, localHour, localYearStartMs } from '#clock/stockholm-time.ts';
import { smallPrices, smallRecipe } from '../../../pipeline/dataset/dataset.test-kit.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { builtPrices } from '../../api/simulation/test/built-prices.ts';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { noonProfile, ownDataBody } from '../../api/simulation/test/requests.ts';
import { ITEM, startTestService, type TestService, testLoaded } from '../../test/service.ts';

const spotAt = (month: number, hour: number) => 0.5 + 0.02 * month + 0.01 * hour;

/** Prices of a year that depend on nothing but the month and the hour of the Swedish clock. */
async function pricesOf(year: number): Promise<PricesArtifact> {
  const folder = testFolder();
  const lines = Array.from({ length: hoursInYear(year) }, (_, t) => {
    const startMs = localYearStartMs(year) + t * HOUR_MS;
    const { month, hour } = localHour(startMs);
    return [new Date(startMs).toISOString(), ...PRICE_AREAS.map(() => spotAt(month, hour))].join();
  });
  const head = ['timestamp_utc', ...PRICE_AREAS.map((area) => `${area}_sek_per_kwh`)].join();
  writeFileSync(join(folder, 'spot.csv'), [head, ...lines, ''].join('\n'));
  const written = { ...smallRecipe(), prices: { ...smallPrices(join(PROJECT, 'fixtures')), year } };
  const recipeFile = join(folder, 'recipe.json');
  writeFileSync(recipeFile, JSON.stringify(written));
  return builtPrices(testPrices(), {}, recipeFile);
}

const prices2026 = await pricesOf(2026);
const in2026 = await startTestService({ loaded: { ...testLoaded(), prices: prices2026 } });
const in2028 = await startTestService({
  loaded: { ...testLoaded(), prices: await pricesOf(2028) },
});
const in2025 = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });
const withoutPrices = await startTestService();

async function post({ call }: TestService, path: string, body: object) {
  const answer = await call(path, { method: 'POST', body: JSON.stringify(body) });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

test('the prices of 2026 are by the Swedish clock of 2026', () => {
  const { header, spot_profile, hours_used, hours_missing } = prices2026;
  assert.deepEqual([header.spot.year, header.spot.window_days], [2026, 365]);
  spot_profile.forEach((sek, at) => {
    const expected = spotAt(Math.floor(at / 24) % 12, at % 24);
    assert.ok(Math.abs(sek - expected) < 1e-9, `${at}: ${sek}, expected ${expected}`);
  });
  assert.deepEqual([hours_used[2], hours_used[9]], [31 * 24 - 1, 31 * 24 + 1]);
  assert.ok(hours_missing.every((hours) => hours === 0));
});

test('a simulation has the year of the prices, one of its own data too', async () => {
  const battery = { capacity_kwh: 10, strategy: 'combined' };
  const house = { pv: { monthly_profile: noonProfile(3) }, battery };
  const { model, yearly } = await post(in2026, '/api/v1/simulation', house);
  assert.equal(model.simulated_year, 2026);
  assert.ok(yearly.battery.savings_sek > 0);
  const before = await post(in2025, '/api/v1/simulation', house);
  assert.equal(before.model.simulated_year, 2025);
  const own = await post(in2026, '/api/v1/simulation', ownDataBody({ battery }));
  assert.equal(own.model.simulated_year, 2026);
  const market = JSON.parse((await in2026.call('/api/v1/simulation/market?zone=SE3')).text);
  assert.equal(market.model.spot_year, 2026);
});

test('prices of a leap year are simulated on the calendar of the next one', async () => {
  const battery = { capacity_kwh: 10, strategy: 'combined' };
  const { model } = await post(in2028, '/api/v1/simulation', {
    pv: { monthly_profile: noonProfile(3) },
    battery,
  });
  assert.equal(model.simulated_year, 2029);
  const market = JSON.parse((await in2028.call('/api/v1/simulation/market?zone=SE3')).text);
  assert.equal(market.model.spot_year, 2028);
  assert.equal(market.model.price_profile_window_days, 366);
});

/** First hours of days of a year without 29 February. */
const DAY_2026 = { march28: 24 * 86, march29: 24 * 87, october24: 24 * 296, october25: 24 * 297 };

test('a series changes the clock on 29 March and 25 October of 2026', async () => {
  const { lat, lng, ...plane } = ITEM;
  const roof = { lat, lng, faces: [{ ...plane, kwp: 10 }] };
  const hoursOf = async (service: TestService): Promise<number[]> =>
    (await post(service, '/api/v1/pv-yield/series', roof)).hourly_kwh;
  const [year2025, year2026] = [await hoursOf(in2025), await hoursOf(in2026)];
  assert.deepEqual(await hoursOf(withoutPrices), year2025);
  assert.equal(year2026.length, HOURS);
  const { march28, march29, october24, october25 } = DAY_2026;
  const isSame = (from: number, to: number, late: number) => {
    for (let t = from; t < to; t++) {
      const [here, there] = [year2026[t + late], year2025[t]];
      if (Math.abs(here - there) > 2e-4) return false;
    }
    return true;
  };
  // 2025 changes a day later each time: on 30 March and on 26 October.
  assert.ok(isSame(0, march29, 0));
  assert.ok(isSame(march29 + 3, march29 + 23, 1), 'in 2026 already summer time');
  assert.ok(isSame(march29 + 48, october25, 0));
  assert.ok(isSame(october25 + 4, october25 + 23, -1), 'in 2026 winter time again');
  assert.ok(isSame(october25 + 24, HOURS, 0));
  assert.ok(!isSame(march28, march29, 1) && !isSame(october24, october25, -1));
});
