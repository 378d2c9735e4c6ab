import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STOCKHOLM_GHI_KWH_M2 } from '#solar/stockholm.ts';
import type { GhiUnit } from '../../rasters/climate-grids.ts';
import { checkYearSum } from './year-sum.ts';

test('a year far off is refused with the unit that its values fit, if one does', () => {
  const grid = { stepDeg: 0.25, firstRow: 226, firstCol: 54, rows: 1, cols: 1 };
  const check = (unit: GhiUnit, factor: number) => {
    const months = STOCKHOLM_GHI_KWH_M2.map((kwhM2) => ({
      values: Float64Array.of(kwhM2 * factor),
    }));
    checkYearSum(grid, 'x.nc', unit, months);
  };
  check('kWh/m2', 1);
  for (const [unit, factor, message] of [
    ['kWh/m2', 1 / 30, /30 times too little .* The values fit kWh\/m2\/day: correct "unit"/],
    ['kWh/m2/day', 30, /too much .* The values fit kWh\/m2: correct/],
    ['MJ/m2/day', 30 / 3.6, /too much .* The values fit kWh\/m2: correct/],
    ['kWh/m2/day', 1000, /too much .* The values fit Wh\/m2\/day: correct/],
    ['J/m2', 1 / 24, /too little .* No unit fits\. Sums of an hour/],
  ] as const) {
    assert.throws(() => check(unit, factor), message);
  }
});
