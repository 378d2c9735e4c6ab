import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponential } from './exponential.ts';

test('the exponential is within 4e-15 of Math.exp, also where the tables end', () => {
  for (let i = -400_000; i <= 400_000; i++) {
    const x = i / 12_000.7;
    assert.ok(Math.abs(exponential(x) / Math.exp(x) - 1) < 4e-15, String(x));
  }
});

test('0, infinities and NaN are as with Math.exp', () => {
  for (const x of [
    0,
    -0,
    -800,
    800,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NaN,
  ])
    assert.equal(exponential(x), Math.exp(x));
});
