import assert from 'node:assert/strict';
import { test } from 'node:test';
import { naturalLog } from './hourly-plane.ts';

test('the logarithm is within 2e-10 of Math.log, also where the table ends', () => {
  for (let i = 1; i <= 400_000; i++) {
    const x = i / 200_000.7;
    assert.ok(Math.abs(naturalLog(x) - Math.log(x)) < 2e-10, String(x));
  }
});

test('0, infinity and NaN are as with Math.log', () => {
  for (const x of [0, 1e-300, 1e9, 1e300, Number.POSITIVE_INFINITY, Number.NaN]) {
    assert.equal(naturalLog(x), Math.log(x));
  }
});
