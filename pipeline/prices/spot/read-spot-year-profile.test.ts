import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localDay } from '#clock/stockholm-time.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { hourlyMeans } from './hourly-series.ts';
import { spotPrice, yearOfPrices } from './prices.test-kit.ts';
import { monthHourProfile } from './read-spot-year.ts';

const stockholm = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** Month from 1, day and clock hour in Sweden, by Intl. */
function intlParts(ms: number): Record<string, number> {
  return Object.fromEntries(
    stockholm.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  );
}

test('each price counts in its month and clock hour, in its area', () => {
  const prices = yearOfPrices(2025, (area, ms) => {
    const { month, hour } = intlParts(ms);
    return PRICE_AREAS.indexOf(area) + month / 100 + hour / 10_000;
  });
  const { sekPerKwh } = monthHourProfile(hourlyMeans(prices, { year: 2025 }));
  assert.equal(sekPerKwh.length, 4 * 12 * 24);
  for (let area = 0; area < 4; area++) {
    for (let month = 0; month < 12; month++) {
      for (let hour = 0; hour < 24; hour++) {
        const expected = area + (month + 1) / 100 + hour / 10_000;
        const found = sekPerKwh[(area * 12 + month) * 24 + hour];
        assert.ok(Math.abs(found - expected) < 1e-12, `${found}, not ${expected}`);
      }
    }
  }
});

test('the hours of the months are counted, 743 in March and 745 in October', () => {
  const { hoursUsed, hoursMissing } = monthHourProfile(
    hourlyMeans(
      yearOfPrices(2025, () => 1),
      { year: 2025 },
    ),
  );
  const months = [744, 672, 743, 720, 744, 720, 744, 744, 720, 745, 720, 744];
  assert.deepEqual([...hoursUsed], [...months, ...months, ...months, ...months]);
  assert.ok(hoursMissing.every((count) => count === 0));
});

test("both hours at 02 of the autumn day count, and the spring day's 02 is no hour", () => {
  const first = Date.UTC(2025, 9, 26, 0);
  const second = Date.UTC(2025, 9, 26, 1);
  const prices = yearOfPrices(2025, (_, ms) => (ms === first ? 3.2 : ms === second ? 6.4 : 0));
  const { sekPerKwh } = monthHourProfile(hourlyMeans(prices, { year: 2025 }));
  // 32 hours at 02 in October
  assert.ok(Math.abs(sekPerKwh[9 * 24 + 2] - 0.3) < 1e-12);
  assert.equal(sekPerKwh[9 * 24 + 1] + sekPerKwh[9 * 24 + 3], 0);

  const spring = yearOfPrices(2025, (_, ms) => (localDay(ms) === '2025-03-30' ? 31 / 2 : 1));
  const march = monthHourProfile(hourlyMeans(spring, { year: 2025 })).sekPerKwh.subarray(48, 72);
  assert.equal(march[2], 1);
  assert.ok(Math.abs(march[1] - (30 + 31 / 2) / 31) < 1e-12);
});

test("the profile's mean, weighted by its hours, is the mean of the data, gaps or not", () => {
  const random = seededRandom(3);
  const prices = yearOfPrices(2025, () => 4 * random() - 1).filter(() => random() > 0.01);
  const { sekPerKwh, hoursUsed, hoursMissing } = monthHourProfile(
    hourlyMeans(prices, { year: 2025 }),
  );
  const counts = new Float64Array(4 * 12 * 24);
  for (const { area, startMs } of prices) {
    const { month, hour } = intlParts(startMs);
    counts[(PRICE_AREAS.indexOf(area) * 12 + month - 1) * 24 + hour]++;
  }
  PRICE_AREAS.forEach((area, a) => {
    const own = prices.filter((price) => price.area === area);
    const mean = own.reduce((sum, price) => sum + price.sekPerKwh, 0) / own.length;
    let weighted = 0;
    for (let i = a * 288; i < (a + 1) * 288; i++)
      weighted += (counts[i] * sekPerKwh[i]) / own.length;
    assert.ok(Math.abs(weighted - mean) < 1e-12, `${weighted}, not ${mean}`);
    const sum = (hours: Int32Array) => hours.subarray(a * 12, a * 12 + 12).reduce((x, y) => x + y);
    assert.equal(sum(hoursUsed), own.length);
    assert.equal(sum(hoursMissing), 8760 - own.length);
  });
});

test('a clock hour without a price is NaN, never 0', () => {
  const one = [spotPrice('SE1', Date.UTC(2025, 0, 1, 11), 60, 0.5)];
  const { sekPerKwh, hoursUsed } = monthHourProfile(hourlyMeans(one, { year: 2025 }));
  assert.equal(sekPerKwh[12], 0.5);
  assert.equal(sekPerKwh.filter(Number.isNaN).length, 4 * 288 - 1);
  assert.equal(hoursUsed[0], 1);
});
