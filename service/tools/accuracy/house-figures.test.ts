/** The household model is as variable as measured houses are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviation, mean, sum } from 'd3-array';
import { houseLoad, useLoads } from '#engine/house/house-load.ts';
import { houseYear } from '#engine/house/house-year.ts';
import { RECORD, STOCKHOLM_C, YEAR } from '#engine/house/test/record.ts';
import measured from '../../../fixtures/house-variability.json' with { type: 'json' };
import {
  correlation,
  daySums,
  daysOf,
  hourSpread,
  januaryFigures,
  monthOf,
  yearFigures,
} from './house-figures.ts';

function load(yearlyKwh: number, evKmPerDay = 0): Float64Array {
  return houseLoad(RECORD, STOCKHOLM_C, YEAR, { yearlyKwh, evKmPerDay });
}

function assertWithin(found: number, [least, greatest]: number[], what: string): void {
  const isWithin = found >= least && found <= greatest;
  assert.ok(isWithin, `${what}: ${found}, expected ${least} to ${greatest}`);
}

const { kwh: TOTALS, ...yearBands } = measured.totals;
for (const [i, total] of TOTALS.entries()) {
  test(`a house of ${total} kWh lies in every band`, () => {
    const figures = yearFigures(load(total));
    for (const name of Object.keys(figures) as (keyof typeof figures)[]) {
      assertWithin(figures[name], yearBands[name][i], name);
    }
  });
}

const { kwh: HEAT_PUMPS, ...januaryBands } = measured.heat_pump_january;
test('January of houses with a heat pump lies in every band', () => {
  for (let total = HEAT_PUMPS[0]; total <= HEAT_PUMPS[1]; total += 1000) {
    const figures = januaryFigures(load(total));
    for (const name of Object.keys(figures) as (keyof typeof figures)[]) {
      assertWithin(figures[name], januaryBands[name], `${name} of ${total} kWh`);
    }
  }
});

test('a car makes the peak of a house that has one, in as many nights as owners charge', () => {
  const { january_peak_kw, charging_nights } = measured.car;
  const [plain, charged] = [load(15_000), load(15_000, 40)];
  assertWithin(Math.max(...monthOf(charged, 0)), january_peak_kw, 'peak');
  const nights = daySums(charged.map((kwh, t) => kwh - plain[t])).filter((kwh) => kwh > 1e-6);
  assertWithin(nights.length, charging_nights, 'nights');
});

test('an hour of the day spreads between the published curves', () => {
  assertWithin(hourSpread(load(5000)), measured.hour_spread.values, 'spread');
});

test('days are as cold, and as like the day before, as SMHI measured', () => {
  const { lag_1, january_sd_c, july_sd_c } = measured.daily_temperature;
  const { dayC } = houseYear(STOCKHOLM_C, YEAR);
  const months = Array.from({ length: 12 }, (_, month) => daysOf(dayC, month));
  assertWithin(deviation(months[0]) ?? 0, january_sd_c, 'January');
  assertWithin(deviation(months[6]) ?? 0, [july_sd_c[0] - 0.4, july_sd_c[1] + 0.4], 'July');
  const found = mean(months, (days) => correlation(days, 1)) ?? 0;
  assertWithin(found, [lag_1 - 0.1, lag_1 + 0.1], 'correlation with the day before');
});

test('months of heat are those of the degree days', () => {
  const { space_heat } = useLoads(RECORD, houseYear(STOCKHOLM_C, YEAR), 15_000);
  measured.heat_months_pct.values.forEach((pct, month) => {
    const found = (100 * sum(monthOf(space_heat, month))) / sum(space_heat);
    assertWithin(found, [pct - 0.8, pct + 0.8], `month ${month + 1}`);
  });
});
