import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localDay, localYearStartMs } from '#clock/stockholm-time.ts';
import { hourlyMeans, hourlySeries } from './hourly-series.ts';
import { spotPrice, yearOfPrices } from './prices.test-kit.ts';
import type { SpotPrice } from './spot-price.ts';

const FLAT = yearOfPrices(2025, () => 0.5);
const NOON = Date.UTC(2025, 2, 4, 12);
const QUARTER_MS = 900_000;

const isIn = (price: SpotPrice, start: string) =>
  price.area === 'SE3' && localDay(price.startMs).startsWith(start);
const quarters = (startMs: number, prices: number[]) =>
  prices.map((price, q) => spotPrice('SE3', startMs + q * QUARTER_MS, 15, price));

/** The SE3 prices of one hour of 2025 made from those given. */
function se3At(startMs: number, prices: SpotPrice[]): number {
  const { sekPerKwh } = hourlyMeans(prices, { year: 2025 });
  return sekPerKwh[2][(startMs - localYearStartMs(2025)) / 3_600_000];
}

test('a year is the local calendar year, in any order of its prices', () => {
  const rising = yearOfPrices(2024, (_, ms) => (ms - localYearStartMs(2024)) / 1e12);
  const { startMs, sekPerKwh } = hourlyMeans(rising.toReversed(), { year: 2024 });
  assert.equal(startMs, Date.UTC(2023, 11, 31, 23));
  const expected = Float64Array.from({ length: 8784 }, (_, hour) => (hour * 3_600_000) / 1e12);
  assert.deepEqual(sekPerKwh, [expected, expected, expected, expected]);
});

test('prices of other years are left out', () => {
  const around = [
    spotPrice('SE3', localYearStartMs(2025) - 3_600_000, 60, 7),
    spotPrice('SE3', localYearStartMs(2026), 60, 7),
  ];
  const { series, gaps } = hourlySeries([...around, ...FLAT], { year: 2025 });
  assert.ok(series.sekPerKwh.every((prices) => prices.every((price) => price === 0.5)));
  assert.deepEqual(gaps, []);
});

test('an hour is the mean of its quarter hours, and missing when one of them is', () => {
  assert.ok(Math.abs(se3At(NOON, quarters(NOON, [0.1, 0.2, 0.3, 0.8])) - 0.35) < 1e-12);
  assert.ok(Number.isNaN(se3At(NOON, quarters(NOON, [0.1, 0.2, 0.3]))));
});

test('a price given twice alike counts once', () => {
  assert.equal(se3At(NOON, [...quarters(NOON, [1, 2, 3, 4]), ...quarters(NOON, [1, 2])]), 2.5);
  const { gaps } = hourlySeries([...FLAT, ...FLAT.slice(0, 100)], { year: 2025 });
  assert.deepEqual(gaps, []);
});

test('an hour or quarter hour with two prices is refused, naming both entries', () => {
  const second = { ...spotPrice('SE3', NOON, 60, 0.6), where: 'b.json, entry [3]' };
  assert.throws(
    () => hourlyMeans([spotPrice('SE3', NOON, 60, 0.5), second], { year: 2025 }),
    /^Error: SE3: 2025-03-04T12:00:00\.000Z has two prices, 0\.5 SEK\/kWh \(made up, 2025-03-04T12:00:00\.000Z\) and 0\.6 SEK\/kWh \(b\.json, entry \[3\]\)/,
  );
  const both = [...quarters(NOON, [1, 2, 3, 4]), spotPrice('SE3', NOON + QUARTER_MS, 15, 9)];
  assert.throws(
    () => hourlyMeans(both, { year: 2025 }),
    /SE3: 2025-03-04T12:15:00\.000Z has two prices, 2 /,
  );
});

test('a local day with hours and quarter hours is refused, two such days are not', () => {
  const day = quarters(NOON, [1, 2, 3, 4]);
  const evening = spotPrice('SE3', Date.UTC(2025, 2, 4, 22), 60, 1);
  assert.throws(
    () => hourlyMeans([...day, evening], { year: 2025 }),
    /SE3: 2025-03-04 mixes resolutions, 15 minutes .* and 60 minutes/,
  );
  const nextDay = spotPrice('SE3', Date.UTC(2025, 2, 4, 23), 60, 1);
  const otherArea = spotPrice('SE4', NOON, 60, 1);
  assert.equal(se3At(NOON, [...day, nextDay, otherArea]), 2.5);
});

test('a start that is on no full hour or quarter hour is refused', () => {
  assert.throws(
    () => hourlyMeans([spotPrice('SE3', NOON + 60_000, 15, 1)], { year: 2025 }),
    /starts at 2025-03-04T12:01:00\.000Z, expected a full quarter hour/,
  );
  assert.throws(
    () => hourlyMeans([spotPrice('SE3', NOON + QUARTER_MS, 60, 1)], { year: 2025 }),
    /expected a full hour/,
  );
});

test('up to 5 % of a month may be missing, with a warning: 36 of 720 hours, and not 37', () => {
  const april = FLAT.filter((price) => isIn(price, '2025-04'));
  const less = (count: number) => {
    const dropped = new Set(april.slice(0, count));
    return hourlySeries(
      FLAT.filter((price) => !dropped.has(price)),
      { year: 2025 },
    );
  };
  const { series, gaps } = less(36);
  const found = 'SE3: 36 of the 720 hours of 2025-04 are missing, the first 2025-04-01 00:00';
  assert.deepEqual(gaps, [`${found}. They are skipped.`]);
  assert.equal(series.sekPerKwh[2].filter(Number.isNaN).length, 36);
  assert.throws(
    () => less(37),
    /^Error: SE3: 37 of the 720 hours of 2025-04 are missing, the first 2025-04-01 00:00, expected at most 5 %\. Add the files/,
  );
});

test('a clock hour that is missing on all days of a month is refused though it is under 5 %', () => {
  const at = (price: SpotPrice) => new Date(price.startMs).getUTCHours() === 2;
  const prices = FLAT.filter((price) => !(isIn(price, '2025-01') && at(price)));
  assert.throws(
    () => hourlySeries(prices, { year: 2025 }),
    /SE3: 31 of the 744 hours of 2025-01 .*no day has a price at 03:00/,
  );
});

test('a year that is not whole is refused, naming the area and the months', () => {
  const tenMonths = FLAT.filter(({ startMs }) => localDay(startMs) < '2025-11');
  assert.throws(
    () => hourlySeries(tenMonths, { year: 2025 }),
    /^Error: SE1: 2025 is not whole, there is no price in 2025-11, 2025-12\. Add the files/,
  );
  const threeAreas = FLAT.filter(({ area }) => area !== 'SE2');
  assert.throws(
    () => hourlySeries(threeAreas, { year: 2025 }),
    /SE2: 2025 is not whole, .* in any month/,
  );
  assert.throws(() => hourlySeries(FLAT, { year: 2024 }), /SE1: 2024 is not whole/);
});

test('a price that cannot be in SEK/kWh is refused', () => {
  for (const price of [40, -7, 500, NaN]) {
    assert.throws(
      () => hourlyMeans([spotPrice('SE3', NOON, 60, price)], { year: 2025 }),
      new RegExp(
        `made up, .*: the price in SE3 is ${price} SEK/kWh, expected -6 to 30\\. Check the unit`,
      ),
    );
  }
  assert.equal(se3At(NOON, [spotPrice('SE3', NOON, 60, -0.8)]), -0.8);
});

test('a year whose mean cannot be in SEK/kWh is refused: in öre, in EUR, divided by 1000 once too often', () => {
  for (const factor of [0.001, 100, 1 / 11.07]) {
    const scaled = FLAT.map((price) => ({ ...price, sekPerKwh: 0.2 * factor }));
    assert.throws(
      () => hourlySeries(scaled, { year: 2025 }),
      /SE1: the mean of 2025 is [\d.]+ SEK\/kWh, expected 0\.05 to 5\. Check the unit/,
    );
  }
});
