import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalsOf, niceStep, ticks } from './ticks.ts';

test('ticks are round numbers inside the range', () => {
  assert.deepEqual(ticks(812, 1043, 5), [850, 900, 950, 1000]);
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(-0.03, 0.03, 6), [-0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03]);
});

test('a range of one value has that tick', () => {
  assert.deepEqual(ticks(5, 5, 4), [5]);
});

test('steps are 1, 2 or 5 times a power of ten, not below the span', () => {
  assert.deepEqual([0.9, 1, 2.3, 7, 10, 49, 0.003].map(niceStep), [1, 1, 5, 10, 10, 50, 0.005]);
  assert.equal(niceStep(0), 0);
});

test('decimals suffice to write a step', () => {
  assert.deepEqual([200, 1, 0.5, 0.02, 0.001].map(decimalsOf), [0, 0, 1, 2, 3]);
});
