import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, quantisationScale } from './quantise.ts';

test('a value comes back within 0.001 % of the largest of its plane', () => {
  for (const max of [1e-3, 0.0421, 1, 137.59, 999.999, 1237.2]) {
    const scale = quantisationScale(max);
    for (let i = 0; i <= 1000; i++) {
      const value = (max * i) / 1000;
      assert.ok(Math.abs(countsOf(value, scale) * scale - value) <= 1e-5 * max);
    }
  }
});

test('scales have six significant digits and are never too small for the largest value', () => {
  for (const max of [0.0421, 137.59, 137.590000001, 655.35, 999.9999]) {
    const scale = quantisationScale(max);
    assert.equal(Number(scale.toPrecision(6)), scale);
    assert.ok(scale * 65535 >= max && scale * 65535 < max * (1 + 2e-5));
  }
});

test('a change in the last bit of the largest value does not change the scale', () => {
  assert.equal(quantisationScale(137.59), quantisationScale(137.59 * (1 + Number.EPSILON)));
});

test('a plane of zeros has scale 0 and counts 0', () => {
  assert.equal(quantisationScale(0), 0);
  assert.equal(countsOf(0, 0), 0);
});
