import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallArtifact } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { MONTHS } from '../../../../schemas/codec/axes.ts';
import { seasonality, seasonalityDrawings } from './seasonality.ts';
import { reportText } from './text.ts';

test("a band's shares are the months over the year and sum to 100", () => {
  const artifact = smallArtifact();
  const { latitudes, percent } = seasonality(
    artifact,
    (cell, month) => artifact.ghi[cell * MONTHS + month],
  );
  // 59.25 N rounds to 59, 59.5 N to 60. GHI is 10, 20 .. 120 of 780
  assert.deepEqual(latitudes, [60, 59]);
  assert.ok(Math.abs(percent[0] - 1000 / 780) < 1e-9);
  assert.ok(Math.abs(percent[23] - 12000 / 780) < 1e-9);
  const sum = percent.subarray(12).reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(sum - 100) < 1e-9);
});

test('the drawings have each share in figures: twelve equal months are 8.3 %', () => {
  const [, south] = seasonalityDrawings(smallArtifact(), reportText('en'));
  assert.equal(south.svg.match(/>8\.3</g)?.length, 24);
});
