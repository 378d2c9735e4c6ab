import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUBE_SIZE, MONTHS, PLANES } from '../../schemas/codec/axes.ts';
import { smallArtifact } from '../dataset/artifact.test-kit.ts';
import { assertClose } from '../test/assert-close.ts';
import { pairCells } from './cell-pairs.ts';
import { movementOf, relativeDifference, YEAR, yieldDifferences } from './relative-differences.ts';

test('a difference is a share of A, and of 1 kWh where A has less', () => {
  assert.equal(relativeDifference(200, 206), 0.03);
  assert.equal(relativeDifference(200, 194), -0.03);
  assert.equal(relativeDifference(0, 0.02), 0.02);
  assert.equal(relativeDifference(0, 0), 0);
});

test('one plane of one cell 20 % down in one month is found there and nowhere else', () => {
  const [a, b] = [smallArtifact(), smallArtifact()];
  b.yield.values[2 * CUBE_SIZE + 100 * MONTHS + 7] *= 0.8;
  const { both } = pairCells(a, b);
  const august = yieldDifferences(a, b, both, 7);
  assertClose(august[2 * PLANES + 100], -0.2, 1e-7);
  assert.equal(august.filter((value) => value !== 0).length, 1);
  assertClose(yieldDifferences(a, b, both, YEAR)[2 * PLANES + 100], -0.2 / 12, 1e-7);
  const { median, p95, max, mean } = movementOf(august);
  assert.deepEqual([median, p95], [0, 0]);
  assertClose(max, 0.2, 1e-7);
  assertClose(mean, -0.2 / (6 * PLANES), 1e-7);
});

test('movements of -1 % to 2 % have sizes without sign and a mean with it', () => {
  const { median, max, mean } = movementOf(Float32Array.of(-0.01, 0, 0.02));
  assertClose(median, 0.01, 1e-7);
  assertClose(max, 0.02, 1e-7);
  assertClose(mean, 0.01 / 3, 1e-7);
});
