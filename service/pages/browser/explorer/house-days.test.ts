import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_DAYS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { computeMeanDay, findOwnDays, selectDay } from './house-days.ts';

/** In January each day has its number as value, in a shuffled order; in other months the hour of the day. */
const ORDER = Array.from({ length: 31 }, (_, day) => (7 * day) % 31);
const series = Float64Array.from({ length: HOURS }, (_, t) =>
  t < MONTH_START[1] ? ORDER[Math.floor(t / 24)] : t % 24,
);
const hours = {
  pvKwh: series,
  loadKwh: series.map((value) => 2 * value),
  chargeKwh: series,
  dischargeKwh: series,
  importSekPerKwh: series.map((value) => value - 10),
};

test('a mean day has the mean of its month, and eight days of ten in its spread', () => {
  const { sunKw, spread } = computeMeanDay(hours, 0);
  assert.deepEqual(sunKw, Array(24).fill(15));
  assert.deepEqual(spread?.sunKw, { low: Array(24).fill(3), high: Array(24).fill(27) });
  assert.deepEqual(spread?.loadKw.high, Array(24).fill(54));
  assert.deepEqual(spread?.priceSekPerKwh.low, Array(24).fill(-7));
  const february = computeMeanDay(hours, 1);
  assert.deepEqual(february.sunKw, [...Array(24).keys()]);
  assert.deepEqual(february.spread?.sunKw.low, february.spread?.sunKw.high);
});

test('a day of its own is that day, without a spread', () => {
  const day = selectDay(hours, 3);
  assert.deepEqual([...Array.from(day.sunKw)], Array(24).fill(21));
  assert.equal(day.spread, null);
  assert.deepEqual(Array.from(selectDay(hours, 364).sunKw), [...Array(24).keys()]);
});

test('best, median and worst day are those of the order of savings', () => {
  const savedSek = Float64Array.from({ length: 365 }, (_, day) => ((day * 73 + 11) % 365) - 20);
  const { best, median, worst } = findOwnDays(Float64Array.from(savedSek));
  const rising = savedSek.toSorted();
  assert.deepEqual(
    [savedSek[best], savedSek[median], savedSek[worst]],
    [rising[364], rising[182], rising[0]],
  );
  assert.equal(
    MONTH_DAYS.reduce((sum, days) => sum + days, 0),
    365,
  );
});
