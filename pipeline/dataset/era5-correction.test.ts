import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RadiationDb } from '../../schemas/types.ts';
import { ghiSource, smallRecipe } from './dataset.test-kit.ts';
import { checkCorrection, era5Factors } from './era5-correction.ts';

const GRID = { stepDeg: 0.25, firstRow: 236, firstCol: 52, rows: 40, cols: 10 };
const ALL = new Uint8Array(400).fill(1);

const source = (
  radiationDb: RadiationDb,
  value: (month: number, row: number, col: number) => number,
) => ghiSource(radiationDb, GRID, value);

const FIELD = (month: number, row: number, col: number) => 60 + 8 * month + row / 3 + col / 5;

test('a known bias of ERA5 is found month by month', () => {
  const bias = (month: number) => 1 + (month - 6) / 50;
  const sarah3 = source('RADDB-SARAH3', (m, r, c) => (r <= 24 ? FIELD(m, r, c) : Number.NaN));
  const era5 = source('RADDB-ERA5', (m, r, c) => FIELD(m, r, c) * bias(m));
  const factors = era5Factors([sarah3, era5], GRID, ALL);
  factors.forEach((factor, month) => {
    assert.ok(Math.abs(factor - 1 / bias(month)) < 1e-12, `month ${month}: ${factor}`);
  });
});

test('only the cells of 60 to 65 N that have both count', () => {
  // Rows 0..3 lie below 60 N and rows 25.. above 65 N. There, and at column 3, the pair disagrees wildly.
  const inside = (r: number, c: number) => r >= 4 && r <= 24 && c !== 3;
  const sarah3 = source('RADDB-SARAH3', (_, r, c) =>
    c === 3 ? Number.NaN : inside(r, c) ? 110 : 900,
  );
  const era5 = source('RADDB-ERA5', (_, r, c) => (inside(r, c) ? 100 : 900));
  for (const factor of era5Factors([sarah3, era5], GRID, ALL)) {
    assert.ok(Math.abs(factor - 1.1) < 1e-12);
  }
});

test('ratios are clamped to 0.8 and 1.25', () => {
  const sarah3 = source('RADDB-SARAH3', () => 100);
  const era5 = source('RADDB-ERA5', (month) => (month < 6 ? 50 : 200));
  const factors = era5Factors([sarah3, era5], GRID, ALL);
  assert.deepEqual(factors, [...Array(6).fill(1.25), ...Array(6).fill(0.8)]);
});

test('a month with fewer than 30 cells or a mean below 5 kWh/m2 is not corrected', () => {
  const few = source('RADDB-SARAH3', (m, r, c) =>
    m === 0 && r * 10 + c >= 40 + 29 ? Number.NaN : m === 1 ? 4.9 : 110,
  );
  const era5 = source('RADDB-ERA5', (m) => (m === 1 ? 4 : 100));
  const factors = era5Factors([few, era5], GRID, ALL);
  assert.equal(factors[0], 1);
  assert.equal(factors[1], 1);
  assert.ok(Math.abs(factors[2] - 1.1) < 1e-12);
});

test('a recipe without one of the two databases is refused', () => {
  const recipe = smallRecipe();
  checkCorrection(recipe);
  assert.throws(
    () => checkCorrection({ ...recipe, era5_correction: true }),
    /^Error: era5_correction compares .*, but the recipe has no RADDB-ERA5\.$/,
  );
});
