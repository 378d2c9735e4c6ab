import { MONTHS, PLANES } from './axes.ts';
import type { PvYieldSections } from './pv-yield-artifact.ts';

/** Sections that yields are decoded from. */
export type YieldCounts = Pick<PvYieldSections, 'yield' | 'yield_scale'>;

/** Yield of a plane of a cell in a month, kWh/kWp; `plane` as `planeIndex` gives it. */
export function monthlyYield(
  from: YieldCounts,
  cell: number,
  plane: number,
  month: number,
): number {
  return (
    from.yield[(cell * PLANES + plane) * MONTHS + month] * from.yield_scale[cell * MONTHS + month]
  );
}

/** Yield of a plane of a cell in the year, kWh/kWp. */
export function annualYield(from: YieldCounts, cell: number, plane: number): number {
  let annual = 0;
  for (let month = 0; month < MONTHS; month++) annual += monthlyYield(from, cell, plane, month);
  return annual;
}
