import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import { DAYS_BEFORE_MONTH } from '../calendar.ts';
import { DAY_QUANTILES as quantiles } from './day-order.ts';

test('the first days, worked example', () => {
  const found = Array.from(quantiles.subarray(0, 8), (u) => u.toFixed(6));
  const expected = '0.274194 0.467742 0.500000 0.177419 0.629032 0.403226 0.145161 0.661290';
  assert.equal(found.join(' '), expected);
});

test('each month has each of its ranks once', () => {
  MONTH_DAYS.forEach((days, month) => {
    const first = DAYS_BEFORE_MONTH[month];
    const ranks = Array.from(quantiles.subarray(first, first + days), (u) => u * days + 0.5);
    const sorted = ranks.map(Math.round).sort((a, b) => a - b);
    assert.deepEqual(
      sorted,
      Array.from({ length: days }, (_, i) => i + 1),
    );
  });
});

test('a day resembles the day before as much as measured ones do', () => {
  let product = 0;
  let square = 0;
  MONTH_DAYS.forEach((days, month) => {
    for (let day = DAYS_BEFORE_MONTH[month]; day < DAYS_BEFORE_MONTH[month] + days; day++) {
      square += (quantiles[day] - 0.5) ** 2;
      if (day > DAYS_BEFORE_MONTH[month]) {
        product += (quantiles[day] - 0.5) * (quantiles[day - 1] - 0.5);
      }
    }
  });
  const lag1 = product / square;
  assert.ok(lag1 > 0.18 && lag1 < 0.36, String(lag1));
});
