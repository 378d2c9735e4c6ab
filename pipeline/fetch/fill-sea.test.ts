import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledSea } from './fill-sea.ts';
import type { MonthlyMeans } from './mrcalc-means.ts';

const GRID = { stepDeg: 1, firstRow: 0, firstCol: 0, rows: 1, cols: 5 };

function cell(ghi: number, kd: number, temperature: number): MonthlyMeans {
  return {
    ghiKwhM2: new Float64Array(12).fill(ghi),
    diffuseFraction: new Float64Array(12).fill(kd),
    temperatureC: new Float64Array(12).fill(temperature),
  };
}

test('the sea takes the mean of the cells around, ring by ring', () => {
  const land = new Map([[0, cell(100, 0.5, 4)]]);
  const one = filledSea(land, [1, 2, 3], GRID, 1);
  assert.deepEqual([...one.keys()], [1]);
  const three = filledSea(land, [1, 2, 3], GRID, 3);
  assert.deepEqual([...three.keys()], [1, 2, 3]);
  assert.equal(three.get(3)?.ghiKwhM2[6], 100);
  assert.equal(filledSea(land, [1, 2, 3], GRID, 0).size, 0);
});

test('between two coasts the diffuse share is that of the irradiation', () => {
  const land = new Map([
    [0, cell(100, 0.8, 4)],
    [2, cell(300, 0.4, 6)],
  ]);
  const mean = filledSea(land, [1], GRID, 1).get(1);
  assert.equal(mean?.ghiKwhM2[0], 200);
  assert.equal(mean?.temperatureC[0], 5);
  // (100 x 0.8 + 300 x 0.4) / 400
  assert.ok(Math.abs((mean?.diffuseFraction[0] ?? 0) - 0.5) < 1e-12);
});

test('columns do not wrap around: the last cell of a row is no neighbour of the next row', () => {
  const grid = { ...GRID, rows: 3, cols: 5 };
  const land = new Map([[4, cell(100, 0.5, 4)]]);
  assert.equal(filledSea(land, [10], grid, 1).size, 0);
  assert.equal(filledSea(land, [5], grid, 1).size, 0);
  assert.equal(filledSea(land, [8], grid, 1).size, 1);
});
