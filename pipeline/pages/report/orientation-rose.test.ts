import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUBE_SIZE, MONTHS, planeIndex } from '../../../schemas/codec/axes.ts';
import { smallArtifact } from '../../dataset/artifact.test-kit.ts';
import { compassPoint, orientationOf, orientationRose, roseScale } from './orientation-rose.ts';
import { REPORT_WORDS } from './words.ts';

test('north is up and east to the right', () => {
  const rounded = (azimuth: number) => compassPoint(azimuth, 10).map((v) => Math.round(v) + 0);
  assert.deepEqual([0, 90, 180, 270].map(rounded), [
    [0, -10],
    [10, 0],
    [0, 10],
    [-10, 0],
  ]);
});

test('yields are percent of the optimum, mirrored to the west', () => {
  const artifact = smallArtifact();
  // east at 45° yields half
  for (let month = 0; month < MONTHS; month++) {
    artifact.yield[2 * CUBE_SIZE + planeIndex(9, 9) * MONTHS + month] /= 2;
  }
  const { percent } = orientationOf(artifact, 'Somewhere', 2);
  assert.equal(percent.length, 19 * 36);
  assert.ok(Math.abs(percent[9 * 36 + 9] - 50) < 1e-9);
  assert.ok(Math.abs(percent[9 * 36 + 27] - 50) < 1e-9);
  assert.equal(percent.filter((value) => Math.abs(value - 100) < 1e-9).length, 19 * 36 - 2);
});

test('the scale runs from the lowest whole ten of all roses to the best', () => {
  const artifact = smallArtifact();
  const rose = orientationOf(artifact, 'A', 0);
  const low = { ...rose, percent: rose.percent.map((v, i) => (i === 5 ? 37.2 : v)) };
  const { min, max } = roseScale([rose, low]);
  assert.deepEqual([min, max], [30, 100]);
});

test('a rose has a field per orientation and says its figures', () => {
  const rose = orientationOf(smallArtifact(), 'A <town>', 0);
  const svg = orientationRose(rose, roseScale([rose]), REPORT_WORDS.en);
  assert.equal(svg.match(/A\d/g)?.length, 18 * 36);
  assert.ok(svg.includes('<title>A &lt;town&gt;</title>'));
  assert.ok(svg.includes('600 kWh/kWp a year at tilt 42°'));
});
