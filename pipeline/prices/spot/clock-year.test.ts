import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localDay, localHour } from '#clock/stockholm-time.ts';
import { spotHours } from './clock-year.ts';
import { hourlyMeans } from './hourly-series.ts';
import { spotPrice, yearOfPrices } from './prices.test-kit.ts';

/** A price that reports its hour: day of the month and clock hour, in summer time 0.5 more. */
function tellingPrice(startMs: number): number {
  const { day, hour } = localHour(startMs);
  const isSummer = new Date(startMs).getUTCHours() === (hour + 22) % 24;
  return 0.1 * day + 0.01 * hour + (isSummer ? 0.5 : 0);
}

const YEAR = yearOfPrices(2025, () => 0.5);

type At = [month: number, day: number, hour: number, expected: number];
/** March's missing hour is between 3.01 and 3.53, October's double one is 3.12 and 2.62. */
const CLOCK_OF_2025: At[] = [
  [0, 1, 0, 0.1],
  [2, 30, 1, 3.01],
  [2, 30, 2, 3.27],
  [2, 30, 3, 3.53],
  [6, 14, 17, 2.07],
  [9, 26, 1, 3.11],
  [9, 26, 2, 2.87],
  [9, 26, 3, 2.63],
  [11, 31, 23, 3.33],
];
const CLOCK_OF_2028: At[] = [
  [1, 28, 23, 3.03],
  [2, 1, 0, 0.1],
  [2, 26, 1, 2.61],
  [2, 26, 3, 3.13],
  [11, 31, 23, 3.33],
];
for (const [what, year, clock] of [
  ['hours are where the Swedish clock shows them', 2025, CLOCK_OF_2025],
  ['the hours of a leap year are those of its 365 other days', 2028, CLOCK_OF_2028],
] as const) {
  test(what, () => {
    const prices = yearOfPrices(year, (area, ms) => (area === 'SE2' ? tellingPrice(ms) : 0.5));
    const { sekPerKwh } = spotHours(hourlyMeans(prices, { year })) ?? assert.fail('not whole');
    assert.equal(sekPerKwh.length, 4 * 8760);
    for (const [month, day, hour, expected] of clock) {
      // Days of any year of 365.
      const at = (Date.UTC(2025, month, day, hour) - Date.UTC(2025, 0, 1)) / 3_600_000;
      assert.ok(Math.abs(sekPerKwh[8760 + at] - expected) < 1e-6, `${month} ${day} ${hour}`);
    }
  });
}

test('a year with an hour missing in one area has no hours', () => {
  const series = hourlyMeans(YEAR.slice(0, -1), { year: 2025 });
  assert.ok(Number.isNaN(series.sekPerKwh[3].at(-1)));
  assert.equal(spotHours(series), null);
});

test('days of quarter hours become means and are counted, a day of four areas once', () => {
  const isQuartered = (startMs: number) => localDay(startMs) >= '2025-12-30';
  const prices = YEAR.flatMap((price) =>
    isQuartered(price.startMs)
      ? [0, 1, 2, 3].map((q) =>
          spotPrice(price.area, price.startMs + q * 900_000, 15, price.sekPerKwh + 0.01 * q),
        )
      : [price],
  );
  const hours = spotHours(hourlyMeans(prices, { year: 2025 })) ?? assert.fail('not whole');
  assert.equal(hours.quarterHourDays, 2);
  assert.ok(Math.abs(hours.sekPerKwh[8760 - 1] - 0.515) < 1e-6);
  assert.equal(spotHours(hourlyMeans(YEAR, { year: 2025 }))?.quarterHourDays, 0);
});
