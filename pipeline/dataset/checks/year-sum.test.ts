import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkYearSum } from './year-sum.ts';

test('a year off by a factor of 24 or 30 is refused with that thought', async () => {
  const grid = { stepDeg: 0.25, firstRow: 226, firstCol: 54, rows: 1, cols: 1 };
  // Monthly GHI near 57 N, kWh/m2 (PVGIS 5.2, Stockholm).
  const stockholm = [10, 26, 72, 122, 160, 170, 164, 127, 81, 36, 12, 6.5];
  const check = (factor: number) => {
    const months = stockholm.map((kwhM2) => ({ values: Float64Array.of(kwhM2 * factor) }));
    checkYearSum(grid, 'x.nc', months);
  };
  check(1);
  for (const factor of [24, 30]) {
    assert.throws(() => check(1 / factor), /x\.nc: .* too little.*hour.*day \(24\).*month \(30\)/);
    assert.throws(() => check(factor), /too much.*day.*hour \(24\)/);
  }
});
