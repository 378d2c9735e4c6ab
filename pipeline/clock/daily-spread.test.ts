import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_START } from '../../schemas/codec/axes.ts';
import { dailySpreads, meanSpread, monthlySpreads } from './daily-spread.ts';

test('the spread of a day is its highest hour less its lowest, the mean that of its days', () => {
  const hours = new Float64Array(HOURS).fill(0.5);
  hours[0] = -0.25;
  hours[23] = 1.25;
  hours[MONTH_START[11] + 7] = 31.5;
  const spreads = dailySpreads(hours);
  assert.deepEqual([spreads.length, spreads[0], spreads[1]], [365, 1.5, 0]);
  assert.deepEqual([...monthlySpreads(hours)], [1.5 / 31, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  assert.equal(meanSpread(hours), 32.5 / 365);
});
