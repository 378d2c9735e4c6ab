import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRelativelyClose } from '../../../pipeline/test/assert-close.ts';
import { linearPoa, linearYield, testArtifact } from '../../test/artifact.ts';
import { emptyYield, planeYield, pointNumbers } from './lookup.ts';
import { emptyWeights, type SpatialWeights, spatialWeights } from './spatial-weights.ts';

const FULL = testArtifact();

function weightsAt(artifact: typeof FULL, lat: number, lng: number) {
  const weights = emptyWeights();
  assert.ok(spatialWeights(artifact, lat, lng, weights));
  return weights;
}

function planeAt(around: SpatialWeights, tilt: number, azimuth: number) {
  const found = emptyYield();
  planeYield(FULL, around, tilt, azimuth, found);
  return found;
}

/** The cells and weights in use. */
const cellsOf = ({ count, cells }: SpatialWeights) => Array.from(cells.subarray(0, count));
const weightsOf = ({ count, weights }: SpatialWeights) => Array.from(weights.subarray(0, count));

test('a field that is linear in place, tilt and azimuth is interpolated exactly, all twelve months', () => {
  for (const [lat, lng] of [
    [59, 15],
    [59.1, 15.33],
    [59.25, 15.6],
    [59.499, 15.749],
    [59.31, 15.25],
  ]) {
    for (const [tilt, azimuth] of [
      [0, 0],
      [2.5, 44.4],
      [37.3, 179.99],
      [40, 180],
      [88.8, 5],
      [90, 90],
    ]) {
      const found = planeAt(weightsAt(FULL, lat, lng), tilt, azimuth);
      const place = [(lat - 59) * 4, (lng - 15) * 4, tilt / 5, azimuth / 10] as const;
      let annual = 0;
      for (let month = 0; month < 12; month++) {
        assertRelativelyClose(
          found.monthlyKwhKwp[month],
          linearYield(...place, month),
          1e-9,
          `${lat} ${lng} ${tilt} ${azimuth}`,
        );
        annual += found.monthlyKwhKwp[month];
      }
      assertRelativelyClose(found.annualKwhKwp, annual, 1e-9);
      assertRelativelyClose(found.poaAnnualKwhM2, linearPoa(...place), 1e-9);
    }
  }
});

test('azimuths beyond 180 mirror those before it, across north too', () => {
  const around = weightsAt(FULL, 59.1, 15.33);
  for (const azimuth of [180.5, 200, 275.25, 349, 352.5, 359.99]) {
    const west = planeAt(around, 33, azimuth);
    const east = planeAt(around, 33, 360 - azimuth);
    assertRelativelyClose(west.annualKwhKwp, east.annualKwhKwp, 1e-9, String(azimuth));
    assertRelativelyClose(west.poaAnnualKwhM2, east.poaAnnualKwhM2, 1e-9);
  }
});

test('a cell centre is only that cell', () => {
  const centre = weightsAt(FULL, 59.25, 15.5);
  assert.deepEqual(weightsOf(centre), [1]);
  assert.equal(centre.nearest, FULL.cell_index[1 * 4 + 2]);
});

test('with one of the four cells missing the others weigh by inverse distance', () => {
  const artifact = testArtifact([0]);
  const [lat, lng] = [59.1, 15.05];
  const found = weightsAt(artifact, lat, lng);
  assert.equal(found.interpolation, 'inverse_distance');
  const cos = Math.cos((lat * Math.PI) / 180);
  const distances = [
    [59, 15.25],
    [59.25, 15],
    [59.25, 15.25],
  ].map(([y, x]) => Math.hypot(y - lat, (x - lng) * cos));
  const sum = distances.reduce((total, d) => total + 1 / d, 0);
  assert.deepEqual(cellsOf(found), [0, 3, 4]);
  weightsOf(found).forEach((weight, i) => {
    assertRelativelyClose(weight, 1 / distances[i] / sum, 1e-9);
  });
});

test('with three missing only the fourth counts, and on its centre nothing is divided by zero', () => {
  const artifact = testArtifact([0, 1, 4]);
  const alone = weightsAt(artifact, 59.1, 15.05);
  assert.deepEqual(
    [alone.interpolation, alone.count, alone.weights[0]],
    ['inverse_distance', 1, 1],
  );
  const centre = weightsAt(artifact, 59.25, 15.25);
  assert.deepEqual([centre.interpolation, weightsOf(centre)], ['bilinear', [1]]);
});

test('a missing cell that bilinear interpolation would not use does not matter', () => {
  const found = weightsAt(testArtifact([0]), 59.25, 15.1);
  assert.equal(found.interpolation, 'bilinear');
});

test('without any cell around there is no answer', () => {
  assert.equal(spatialWeights(testArtifact([0, 1, 4, 5]), 59.1, 15.05, emptyWeights()), false);
  assert.equal(spatialWeights(FULL, 50, 15.05, emptyWeights()), false);
});

test('the optimum is the spatial mean of the optima, its tilt a whole degree', () => {
  const point = emptyYield();
  pointNumbers(FULL, weightsAt(FULL, 59.125, 15.125), point);
  assertRelativelyClose(point.optimumAnnualKwhKwp, 300 + (0 + 1 + 4 + 5) / 4, 1e-9);
  assert.equal(point.optimumTiltDeg, Math.round(40 + 2.5));
  assertRelativelyClose(point.ghiAnnualKwhM2, 960, 1e-9);
});
