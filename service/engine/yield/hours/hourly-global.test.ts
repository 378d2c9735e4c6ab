import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAYS_BEFORE_MONTH } from '#solar/calendar.ts';
import { MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import {
  clearnessQuantile,
  clearnessShape,
  greatestClearness,
  DAY_QUANTILES as quantiles,
} from './hourly-global.ts';

const MEANS = Array.from({ length: 71 }, (_, i) => 0.05 + i / 100);

/** Hollands and Huget's density, integrated by Simpson's rule. */
function integral(mean: number, of: (k: number) => number, to = 1): number {
  const greatest = greatestClearness(mean);
  const l = clearnessShape(mean) / greatest;
  const density = (k: number) => (1 - k / greatest) * Math.exp(l * (k - greatest)) * of(k);
  const steps = 4000;
  const h = (greatest * to) / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : 2 + 2 * (i % 2);
    sum += weight * density(i * h);
  }
  return (sum * h) / 3;
}

test('greatest clearness and L, worked examples', () => {
  const found = [0.3, 0.4, 0.5].map((mean) => {
    const greatest = greatestClearness(mean);
    return [greatest.toFixed(4), (clearnessShape(mean) / greatest).toFixed(4)];
  });
  assert.deepEqual(found, [
    ['0.6914', '2.4032'],
    ['0.7354', '4.6042'],
    ['0.7646', '7.0397'],
  ]);
});

test('the mean of the distribution is exact for every clearness from 0.05 to 0.75', () => {
  for (const mean of MEANS) {
    const found = integral(mean, (k) => k) / integral(mean, () => 1);
    assert.ok(Math.abs(found - mean) < 1e-9, `${mean}: ${found}`);
  }
});

test('a quantile has its share of the distribution below it', () => {
  for (const mean of MEANS) {
    const greatest = greatestClearness(mean);
    for (const u of [1e-4, 0.016, 0.3, 0.5, 0.984, 0.9999]) {
      const k = clearnessQuantile(u, greatest, clearnessShape(mean));
      const share = integral(mean, () => 1, k / greatest) / integral(mean, () => 1);
      assert.ok(Math.abs(share - u) < 1e-9, `${mean} ${u}: ${share}`);
    }
  }
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
