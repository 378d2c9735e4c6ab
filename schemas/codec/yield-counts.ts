import { MONTHS } from './axes.ts';
import type { CellValues } from './cell-records.ts';

/** Values that yields are decoded from. */
export type YieldCounts = Pick<CellValues, 'yield' | 'yield_scale'>;

/** Yield of a plane of a cell in a month, kWh/kWp. `plane` as `planeIndex` gives it. */
export function monthlyYield(
  { yield: counts, yield_scale }: YieldCounts,
  cell: number,
  plane: number,
  month: number,
): number {
  const at = counts.first + cell * counts.stride + plane * MONTHS + month;
  return counts.values[at] * yield_scale[cell * MONTHS + month];
}

/** Yield of a plane of a cell in the year, kWh/kWp. */
export function annualYield(from: YieldCounts, cell: number, plane: number): number {
  let annual = 0;
  for (let month = 0; month < MONTHS; month++) annual += monthlyYield(from, cell, plane, month);
  return annual;
}
