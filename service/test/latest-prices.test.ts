/** `sun fetch --prices` against a server on this machine, and what a service answers with the prices that it fetched. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { HOUR_MS, hoursInLocalDay, localHour, utcOffsetMs } from '#clock/stockholm-time.ts';
import { market, simulation } from '#engine/answers.ts';
import { smallPrices, smallRecipe } from '../../pipeline/dataset/dataset.test-kit.ts';
import { fetchLatestPrices } from '../../pipeline/fetch/fetch-latest-prices.ts';
import { quickClient, testOutput, testServer } from '../../pipeline/fetch/server.test-kit.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { loadRecipe } from '../../pipeline/files/recipe.ts';
import { MONTH_START } from '../../schemas/codec/axes.ts';
import { PROJECT } from '../../schemas/project.ts';
import { builtPrices } from '../api/simulation/test/built-prices.ts';
import { testPrices } from '../api/simulation/test/prices.ts';
import { noonProfile } from '../api/simulation/test/requests.ts';
import type { Loaded } from '../server/loaded.ts';
import { testLoaded } from './service.ts';

const QUARTER_MS = HOUR_MS / 4;

/** SEK/kWh, by the area, the clock hour and the month. A year's are far from another's. */
function spotAt(area: string, year: number, month: number, hour: number): number {
  return 0.1 * Number(area.slice(2)) + 0.001 * (hour + 25 * month) + (year === 2026 ? 1 : 0);
}

const SEK_PER_EUR = 11.25;

/** The start of a day in Sweden. @param dayMs its date at midnight UTC */
function midnightMs(dayMs: number): number {
  return dayMs - utcOffsetMs(dayMs - HOUR_MS);
}

/** An instant as the feed writes it: 2026-03-29T00:15:00+01:00. */
function localTime(ms: number): string {
  const offsetMs = utcOffsetMs(ms);
  const clock = new Date(ms + offsetMs).toISOString().slice(0, 19);
  return `${clock}+0${offsetMs / HOUR_MS}:00`;
}

/** A day file of the feed, of quarter hours. */
function dayFile(path: string): string {
  const [, year, month, day, area] = /(\d{4})\/(\d\d)-(\d\d)_(SE\d)\.json$/.exec(path) ?? [];
  const startMs = midnightMs(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const entries = Array.from({ length: 4 * hoursInLocalDay(startMs) }, (_, quarter) => {
    const ms = startMs + quarter * QUARTER_MS;
    const { hour } = localHour(ms);
    const SEK_per_kWh = spotAt(area, Number(year), Number(month) - 1, hour);
    return {
      SEK_per_kWh,
      EUR_per_kWh: SEK_per_kWh / SEK_PER_EUR,
      EXR: SEK_PER_EUR,
      time_start: localTime(ms),
      time_end: localTime(ms + QUARTER_MS),
    };
  });
  return JSON.stringify(entries);
}

/** Asserts that answers name the twelve months, and have their prices. */
function assertYear(loaded: Loaded): void {
  const { model, spot_sek_per_kwh } = market(loaded, { zone: 'SE3' });
  const months = { first: '2025-10', last: '2026-09' };
  assert.deepEqual(model.price_profile_months, months);
  assert.deepEqual([model.spot_year, model.price_profile_window_days], [2026, 365]);
  spot_sek_per_kwh.forEach((hours, month) => {
    hours.forEach((sek, hour) => {
      const right = spotAt('SE3', month < 9 ? 2026 : 2025, month, hour);
      assert.ok(Math.abs(sek - right) < 1e-6, `${month} ${hour}: ${sek}, expected ${right}`);
    });
  });
  const spot_hours = loaded.prices?.spot_hours;
  for (const [month, day, yearOfHour] of [
    [0, 1, 2026],
    [8, 30, 2026],
    [9, 1, 2025],
    [11, 31, 2025],
  ]) {
    const at = MONTH_START[month] + 24 * (day - 1) + 17;
    assert.ok(Math.abs((spot_hours?.[at] ?? 0) - spotAt('SE1', yearOfHour, month, 17)) < 1e-6);
  }
  const body = { pv: { monthly_profile: noonProfile(3) }, prices: { resolution: 'hourly' } };
  const year2026 = simulation(loaded, body).model;
  assert.deepEqual([year2026.simulated_year, year2026.price_profile_months], [2026, months]);
}

test('twelve months from October to September are fetched, built and named in answers', async (t) => {
  const server = await testServer();
  t.after(() => server.close());
  server.handle(({ url = '' }, response) => response.end(dayFile(url)));
  t.after(() => mock.restoreAll());
  mock.method(Date, 'now', () => Date.UTC(2026, 9, 5));
  const folder = testFolder();
  const recipe = { ...smallRecipe(), prices: smallPrices(join(PROJECT, 'fixtures')) };
  const path = await fetchLatestPrices(
    { recipe, folder, path: 'recipe.json' },
    testOutput(),
    server.base,
    quickClient,
  );
  const paths = server.requests.map((request) => request.path).toSorted();
  assert.equal(paths.length, 4 * 365);
  assert.deepEqual([paths[0], paths.at(-1)], ['/2025/10-01_SE1.json', '/2026/09-30_SE4.json']);

  const latest = loadRecipe(path).recipe;
  assert.ok(latest.prices);
  const { feed, year, first_month, republish } = latest.prices;
  assert.equal(latest.dataset_version, '1.3.0');
  assert.deepEqual([feed, year, first_month, republish], ['elprisetjustnu', 2025, 10, undefined]);
  assertYear({ ...testLoaded(), prices: await builtPrices(testPrices(), {}, path) });
});
