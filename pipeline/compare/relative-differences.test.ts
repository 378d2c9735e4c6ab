import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../test/assert-close.ts';
import { movementOf, relativeDifference } from './relative-differences.ts';

test('a difference is a share of A, and of 1 kWh where A has less', () => {
  assert.equal(relativeDifference(200, 206), 0.03);
  assert.equal(relativeDifference(200, 194), -0.03);
  assert.equal(relativeDifference(0, 0.02), 0.02);
  assert.equal(relativeDifference(0, 0), 0);
});

test('movements of -1 % to 2 % have sizes without sign and a mean with it', () => {
  const { median, max, mean } = movementOf(Float32Array.of(-0.01, 0, 0.02));
  assertClose(median, 0.01, 1e-7);
  assertClose(max, 0.02, 1e-7);
  assertClose(mean, 0.01 / 3, 1e-7);
});
