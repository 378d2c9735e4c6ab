/** Golden values were worked out before this code, by a prototype. How variable houses are: house-figures.test.ts of the tools. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOCK_HOURS, DAYS, HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import { sum } from '../statistics.ts';
import { carLoad } from './car-charging.ts';
import { type HouseUse, householdParts, houseLoad, useLoads } from './house-load.ts';
import { houseYear } from './house-year.ts';
import { RECORD, STOCKHOLM_C, YEAR } from './test/record.ts';

const year = houseYear(STOCKHOLM_C, YEAR);

/** The load of a use of 15 000 kWh from an hour of a day on. */
const golden = useLoads(RECORD, year, 15_000);

function assertGolden(found: Float64Array, day: number, hour: number, expected: number[]): void {
  expected.forEach((kw, i) => {
    const at = day * CLOCK_HOURS + hour + i;
    assert.ok(Math.abs(found[at] - kw) < 1e-3, `hour ${hour + i}: ${found[at]}, expected ${kw}`);
  });
}

function load(yearlyKwh: number, evKmPerDay = 0, monthC = STOCKHOLM_C): Float64Array {
  return houseLoad(RECORD, monthC, YEAR, { yearlyKwh, evKmPerDay });
}

test('the temperatures of the first days match the worked example', () => {
  const printed = Array.from(year.dayC.subarray(0, 3), (c) => c.toFixed(2));
  assert.deepEqual(printed, ['0.46', '-2.74', '-1.74']);
});

test('an evening of January, worked example', () => {
  assertGolden(golden.household, 0, 17, [1.3621, 0.8631, 0.8907, 1.3444, 0.9998, 0.9128]);
  assertGolden(golden.hot_water, 0, 17, [0.1006, 0.1006, 0.1006, 0.1006, 0.1006, 1.5693]);
  assertGolden(golden.space_heat, 0, 17, [1.5881, 1.5393, 1.4866, 1.5156, 1.3099, 1.221]);
});

test('a morning of July, worked example', () => {
  const first = MONTH_START[6] / CLOCK_HOURS;
  assertGolden(golden.household, first, 6, [0.1713, 0.1254, 0.3977, 0.4686, 0.5283, 0.1949]);
  assertGolden(golden.hot_water, first, 6, [0.1006, 1.5693, 1.4311, 0.1006, 0.1006, 1.5693]);
});

test('a car of 40 km a day first charges in the second night, at full power first', () => {
  const car = carLoad(RECORD.ev, 40);
  assertGolden(car, 0, 0, new Array(24).fill(0));
  assertGolden(car, 1, 0, [0, 4.2, 5.5, 5.5, ...new Array(20).fill(0)]);
  const nights = dayKwh(car).filter((kwh) => kwh > 0);
  assert.equal(nights.length, 183);
});

test('a total fills appliances, then hot water, then space heat', () => {
  const parts = (yearlyKwh: number) => Object.values(householdParts(RECORD, yearlyKwh));
  assert.deepEqual(parts(0), [0, 0, 0]);
  assert.deepEqual(parts(4999), [4999, 0, 0]);
  assert.deepEqual(parts(5000), [5000, 0, 0]);
  assert.deepEqual(parts(6500), [5000, 1500, 0]);
  assert.deepEqual(parts(8000), [5000, 3000, 0]);
  assert.deepEqual(parts(15_000), [5000, 3000, 7000]);
  assert.deepEqual(parts(25_000), [5000, 3000, 17_000]);
});

/** From Kiruna's winters to a place where no day needs heat. */
const PLACES = {
  Kiruna: [-13.3, -12.8, -8.5, -2.9, 3.8, 9.6, 13, 10.9, 5.6, -1.3, -7.4, -11.5],
  Stockholm: STOCKHOLM_C,
  'the warmest that a record allows': new Array(12).fill(60),
  'the coldest that a record allows': new Array(12).fill(-90),
};

for (const [name, monthC] of Object.entries(PLACES)) {
  test(`the year has its kWh, no hour is negative and no two days are equal: ${name}`, () => {
    for (const yearlyKwh of [0, 1, 3000, 5000, 15_000, 60_000, 1e6]) {
      for (const km of [0, 1, 40, 300]) {
        const hours = load(yearlyKwh, km, monthC);
        const expected = yearlyKwh + DAYS * km * 0.19;
        assert.ok(Math.abs(sum(hours) - expected) < 1e-6, `${yearlyKwh} ${km}: ${sum(hours)}`);
        assert.ok(hours.every((kwh) => kwh >= 0));
        if (yearlyKwh === 0) continue;
        assert.equal(new Set(dayTexts(hours)).size, DAYS, `${yearlyKwh} ${km}`);
      }
    }
  });
}

test('appliances follow H0 by month, hot water is even, heating follows the temperatures', () => {
  const months = (hours: Float64Array) => {
    const kwh = MONTH_START.slice(0, 12).map((from, m) =>
      sum(hours.subarray(from, MONTH_START[m + 1])),
    );
    return kwh.map((value) => (100 * value) / sum(hours));
  };
  assertNear(
    months(golden.household),
    [10.2, 9, 9.4, 8.3, 7.9, 7, 7, 7.2, 7.3, 8.3, 8.7, 9.9],
    0.1,
  );
  const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  assertNear(
    months(golden.hot_water),
    days.map((count) => (100 * count) / DAYS),
    1e-9,
  );
  const heat = months(golden.space_heat);
  assertNear(heat, [17.6, 16.1, 14.8, 9.7, 2.6, 0, 0, 0, 2.1, 8.4, 12.4, 16.3], 0.06);
});

function assertNear(found: number[], expected: number[], tolerance: number): void {
  found.forEach((value, month) => {
    const off = Math.abs(value - expected[month]);
    assert.ok(off <= tolerance, `month ${month + 1}: ${value}, expected ${expected[month]}`);
  });
}

test('another year has other holidays', () => {
  const use: HouseUse = { yearlyKwh: 15_000, evKmPerDay: 0 };
  assert.notDeepEqual(houseLoad(RECORD, STOCKHOLM_C, 2026, use), load(15_000));
});

function dayKwh(hours: Float64Array): number[] {
  return Array.from({ length: hours.length / CLOCK_HOURS }, (_, day) =>
    sum(hours.subarray(day * CLOCK_HOURS, (day + 1) * CLOCK_HOURS)),
  );
}

function dayTexts(hours: Float64Array): string[] {
  assert.equal(hours.length, HOURS);
  return Array.from({ length: DAYS }, (_, day) =>
    hours.subarray(day * CLOCK_HOURS, (day + 1) * CLOCK_HOURS).join(),
  );
}
