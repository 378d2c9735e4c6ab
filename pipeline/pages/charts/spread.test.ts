import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadOf } from './spread.ts';

test('a spread leaves its input in order', () => {
  const values = Float64Array.of(10, 9, 100);
  assert.deepEqual(spreadOf(values), { min: 9, median: 10, max: 100 });
  assert.deepEqual([...values], [10, 9, 100]);
});

test('the median of an even number lies in the middle of two; of none there is none', () => {
  assert.equal(spreadOf(Float64Array.of(8, 1, 4, 2)).median, 3);
  assert.ok(Number.isNaN(spreadOf(new Float64Array()).median));
});
