import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import { calibratedLoss, compareWithLog, MAX_SYSTEM_LOSS } from './roof-log.ts';

const near = (found: number, expected: number, what: string) =>
  assert.ok(Math.abs(found - expected) < 1e-9, `${what}: ${found}, expected ${expected}`);

/** A half wave from 6 to 18, every day the same but for its height. */
function year(heightOn: (day: number) => number): Float64Array {
  return Float64Array.from({ length: HOURS }, (_, t) => {
    const sun = Math.sin((Math.PI * ((t % 24) - 6)) / 12);
    return Math.max(0, sun) * heightOn(Math.floor(t / 24));
  });
}

const SEASONS = year((day) => 2 - Math.cos((2 * Math.PI * day) / 365));

test('a log of 0.9 times the computed year: factor 0.9, R² of 1, each month a ninth too high', () => {
  const found = compareWithLog(
    SEASONS,
    SEASONS.map((kwh) => 0.9 * kwh),
  );
  near(found.factor, 0.9, 'factor');
  for (const [what, part] of Object.entries(found.explained)) near(part, 1, what);
  for (const [month, kwh] of found.computedKwh.entries()) {
    near(kwh / found.logKwh[month], 1 / 0.9, `month ${month}`);
  }
});

test('days of 0 or 2: the variance between days is not explained', () => {
  const steady = year(() => 1);
  const found = compareWithLog(
    steady,
    year((day) => (day % 2 === 0 ? 2 : 0)),
  );
  // 183 even days of 2 and 182 of 0. The computed day is their mean, 366 / 365.
  near(found.factor, 366 / 365, 'factor');
  const [sum, squares] = [steady.reduce((a, b) => a + b), steady.reduce((a, b) => a + b * b, 0)];
  const [daySum, daySquares] = [sum / 365, squares / 365];
  const own = 183 * 4 * daySquares;
  const missed = own - 365 * daySquares * found.factor ** 2;
  const spread = own - (183 * 2 * daySum) ** 2 / HOURS;
  near(found.explained.hours, 1 - missed / spread, 'hours');
  assert.ok(found.explained.meanDays > 0.98, `${found.explained.meanDays}`);
});

test('a month without sun changes only its own bias', () => {
  const log = SEASONS.slice();
  log.fill(0, MONTH_START[0], MONTH_START[1]);
  const { logKwh, computedKwh, factor, explained } = compareWithLog(SEASONS, log);
  assert.equal(logKwh[0], 0);
  near(logKwh[5], computedKwh[5], 'June');
  const year = computedKwh.reduce((a, b) => a + b);
  near(factor, 1 - computedKwh[0] / year, 'factor');
  assert.ok(explained.months < 1 && explained.months > 0.8, `${explained.months}`);
});

test('a log of one value has no variance to explain', () => {
  const flat = new Float64Array(HOURS).fill(0.5);
  assert.ok(Number.isNaN(compareWithLog(flat, flat).explained.hours));
});

test("the calibrated loss gives the factor of the log, within the API's limits", () => {
  near(calibratedLoss(0.14, 0.9), 0.226, '0.9 of 0.86');
  for (const loss of [0, 0.14, 0.5]) {
    near((1 - calibratedLoss(loss, 0.8)) / (1 - loss), 0.8, `${loss}`);
  }
  const { minimum, maximum } = common.$defs.system_loss;
  assert.deepEqual([minimum, maximum], [0, MAX_SYSTEM_LOSS]);
});
