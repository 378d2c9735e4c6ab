import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandStatistics } from './raster-checks.ts';

const values = Float64Array.of(1, 2, Number.NaN, 6, 99, -1);

test('only needed cells with a value count', () => {
  const needed = Uint8Array.of(1, 1, 1, 1, 0, 0);
  assert.deepEqual(bandStatistics(values, needed), { count: 3, min: 1, mean: 3, max: 6 });
});

test('a band without a value over the needed cells has no figures', () => {
  const none = { count: 0, min: Number.NaN, mean: Number.NaN, max: Number.NaN };
  assert.deepEqual(bandStatistics(values, Uint8Array.of(0, 0, 1, 0, 0, 0)), none);
});
