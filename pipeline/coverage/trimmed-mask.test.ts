import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitAt, emptyMask, setBit } from '../../schemas/codec/coverage-mask.ts';
import { trimmedMask } from './trimmed-mask.ts';

const FRAME = { west: 10.6, south: 55.1, lngStepDeg: 0.01, latStepDeg: 0.005, cols: 50, rows: 60 };

test('trimming keeps the set pixels where they are and cuts the empty edges', () => {
  const mask = emptyMask(FRAME);
  setBit(mask, 20, 23);
  setBit(mask, 22, 30);
  const trimmed = trimmedMask(mask);
  assert.equal(trimmed.west, 10.83);
  assert.equal(trimmed.south, 55.2);
  assert.deepEqual([trimmed.cols, trimmed.rows], [8, 3]);
  assert.ok(bitAt(trimmed, 0, 0) && bitAt(trimmed, 2, 7));
});

test('an empty mask cannot be trimmed', () => {
  assert.throws(() => trimmedMask(emptyMask(FRAME)), /no set bit/);
});
