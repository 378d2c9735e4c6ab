import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../bench/seeded-random.ts';
import { binned } from './bins.ts';

test('every value is in one bin: the counts sum to the number of values', () => {
  const random = seededRandom(7);
  for (const n of [1, 2, 10, 1000, 12345]) {
    const values = Float32Array.from({ length: n }, () => (random() - 0.3) * 0.07);
    const { counts } = binned(values, 40);
    assert.equal(
      counts.reduce((a, b) => a + b, 0),
      n,
    );
    assert.ok(counts.length <= 42);
  }
});

test('edges are round and values lie in their own bin', () => {
  const { start, width, counts } = binned(Float64Array.of(0.1, 0.9, 1, 2.5, 4), 4);
  assert.deepEqual({ start, width, counts }, { start: 0, width: 1, counts: [2, 1, 1, 0, 1] });
});

test('equal values are one bin', () => {
  assert.deepEqual(binned(new Float64Array(5), 40), { start: 0, width: 0, counts: [5] });
});
