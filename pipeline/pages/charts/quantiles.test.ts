import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantile, spreadOf } from './quantiles.ts';

test('quantiles of 0..100 are the percentages', () => {
  const sorted = Float64Array.from({ length: 101 }, (_, i) => i);
  for (const share of [0, 0.05, 0.5, 0.95, 1]) assert.equal(quantile(sorted, share), 100 * share);
});

test('between two values a quantile is linear, as numpy.quantile gives it', () => {
  assert.equal(quantile([1, 2, 4, 8], 0.5), 3);
  assert.ok(Math.abs(quantile([1, 2, 4, 8], 0.95) - 7.4) < 1e-12);
});

test('one value is every quantile, no value is none', () => {
  assert.deepEqual(
    [0, 0.3, 1].map((share) => quantile([7], share)),
    [7, 7, 7],
  );
  assert.ok(Number.isNaN(quantile([], 0.5)));
});

test('a spread leaves its input in order', () => {
  const values = Float64Array.of(10, 9, 100);
  assert.deepEqual(spreadOf(values), { min: 9, median: 10, max: 100 });
  assert.deepEqual([...values], [10, 9, 100]);
});
