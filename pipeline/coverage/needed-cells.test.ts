import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitAt, emptyMask, setBit } from '../../schemas/codec/coverage-mask.ts';
import { latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { gridForCoverage } from './needed-cells.ts';
import { swedenCoverage } from './sweden.ts';

const FRAME = { west: 10.5, south: 55, lngStepDeg: 0.01, latStepDeg: 0.005, cols: 200, rows: 400 };

/** Centres used for a mask with one pixel set, as "lat,lng". */
function centresFor(row: number, col: number, stepDeg = 0.25): string[] {
  const mask = emptyMask(FRAME);
  setBit(mask, row, col);
  const { grid, needed } = gridForCoverage(mask, stepDeg);
  const centres: string[] = [];
  needed.forEach((flag, cell) => {
    const place = [latOfRow(grid, Math.floor(cell / grid.cols)), lngOfCol(grid, cell % grid.cols)];
    if (flag === 1) centres.push(place.join());
  });
  return centres;
}

test('a pixel inside a lattice square needs its four corners', () => {
  assert.deepEqual(centresFor(10, 10), ['55,10.5', '55,10.75', '55.25,10.5', '55.25,10.75']);
});

test('a pixel that ends on a lattice line does not need the square beyond', () => {
  // Column 24 is 10.74..10.75, row 49 is 55.245..55.25.
  assert.deepEqual(centresFor(49, 24), ['55,10.5', '55,10.75', '55.25,10.5', '55.25,10.75']);
});

test('a pixel that starts on a lattice line belongs only to the square beyond it', () => {
  assert.deepEqual(centresFor(50, 25), ['55.25,10.75', '55.25,11', '55.5,10.75', '55.5,11']);
});

test('a pixel across a lattice line each way needs the nine corners of four squares', () => {
  // A lattice of 0.015° has lines at 10.605 and 55.005, the pixel is 10.60..10.61, 55..55.01.
  const mask = emptyMask({ ...FRAME, latStepDeg: 0.01 });
  setBit(mask, 0, 10);
  const { grid, needed } = gridForCoverage(mask, 0.015);
  assert.deepEqual([grid.rows, grid.cols], [3, 3]);
  assert.ok(needed.every((flag) => flag === 1));
});

test('Sweden at 0.25° has about 1 700 needed cells, tight in their grid', () => {
  const { grid, needed } = gridForCoverage(swedenCoverage(), 0.25);
  const count = needed.reduce((sum, flag) => sum + flag, 0);
  assert.ok(count > 1600 && count < 1800, `${count} cells`);
  const inRow = (row: number) => needed.subarray(row * grid.cols, (row + 1) * grid.cols);
  assert.ok(inRow(0).includes(1) && inRow(grid.rows - 1).includes(1));
  for (const col of [0, grid.cols - 1]) {
    assert.ok(needed.some((flag, cell) => flag === 1 && cell % grid.cols === col));
  }
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
