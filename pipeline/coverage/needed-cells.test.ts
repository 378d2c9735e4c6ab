import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitAt, emptyMask, setBit } from '../../schemas/codec/coverage-mask.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { gridForCoverage } from './needed-cells.ts';
import { swedenCoverage } from './sweden.ts';

test('a pixel across a lattice line each way needs the nine corners of four squares', () => {
  // A lattice of 0.015° has lines at 10.605 and 55.005, the pixel is 10.60..10.61, 55..55.01.
  const steps = { lngStepDeg: 0.01, latStepDeg: 0.01 };
  const mask = emptyMask({ west: 10.6, south: 55, ...steps, cols: 1, rows: 1 });
  setBit(mask, 0, 0);
  const { grid, needed } = gridForCoverage(mask, 0.015);
  assert.deepEqual([grid.rows, grid.cols], [3, 3]);
  assert.ok(needed.every((flag) => flag === 1));
});

test('every corner of a random covered point is needed and every needed cell has such a point', () => {
  const mask = swedenCoverage();
  const { grid, needed } = gridForCoverage(mask, 0.25);
  const used = new Uint8Array(needed.length);
  const random = seededRandom(1);
  for (let row = 0; row < mask.rows; row++) {
    for (let col = 0; col < mask.cols; col++) {
      if (!bitAt(mask, row, col)) continue;
      // The point is a random one of the pixel, held off its edges by 0.1 %.
      const lat = mask.south + (row + 0.001 + 0.998 * random()) * mask.latStepDeg;
      const lng = mask.west + (col + 0.001 + 0.998 * random()) * mask.lngStepDeg;
      const r = Math.floor(lat / 0.25) - grid.firstRow;
      const c = Math.floor(lng / 0.25) - grid.firstCol;
      for (const cell of [0, 1, grid.cols, grid.cols + 1]) used[r * grid.cols + c + cell] = 1;
    }
  }
  assert.deepEqual(used, needed);
});
