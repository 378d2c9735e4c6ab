import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { computeMeanDay } from './house-days.ts';

test('a mean day has the mean of its month', () => {
  // In January each day has its number as value. In other months the hour of the day.
  const series = Float64Array.from({ length: HOURS }, (_, t) =>
    t < MONTH_START[1] ? Math.floor(t / 24) : t % 24,
  );
  const hours = {
    pvKwh: series,
    loadKwh: series.map((value) => 2 * value),
    chargeKwh: series,
    dischargeKwh: series,
    importSekPerKwh: series.map((value) => value - 10),
  };
  const assertNear = (values: ArrayLike<number>, kwOf: (hour: number) => number) => {
    assert.equal(values.length, 24);
    for (let hour = 0; hour < 24; hour++)
      assert.ok(Math.abs(values[hour] - kwOf(hour)) < 1e-9, `${hour}: ${values[hour]}`);
  };
  const january = computeMeanDay(hours, 0);
  assertNear(january.sunKw, () => 15);
  assertNear(january.loadKw, () => 30);
  assertNear(january.priceSekPerKwh, () => 5);
  assertNear(computeMeanDay(hours, 1).sunKw, (hour) => hour);
});
