import { MONTHS, TILT_STEP_DEG } from '../../schemas/axes.ts';
import type { LatitudeSun } from '../solar/latitude-sun.ts';
import {
  type Climate,
  emptyMonthlyPlanes,
  monthlyPlanes,
  type PvModel,
} from '../solar/monthly-planes.ts';
import { type PlaneGeometry, planeGeometry } from '../solar/transposition.ts';

/** The best orientation; its azimuth is 180, since morning and afternoon are alike. */
export interface Optimum {
  tiltDeg: number;
  /** kWh/kWp a year, after system loss. */
  yieldKwhKwp: number;
}

export type OptimumFinder = (
  climate: Climate,
  diffuseFraction: Float64Array,
  coarseTiltDeg: number,
) => Optimum;

/**
 * A function that finds the best whole-degree tilt of a place at this latitude with the kernel
 * itself. It looks at the tilts nearer than one table step to the best of the table, since the
 * year's yield has one maximum over the tilt; their geometry is made once for the row.
 */
export function optimumFinder(sun: LatitudeSun, model: PvModel): OptimumFinder {
  const geometryOf = new Map<number, { tilts: number[]; planes: PlaneGeometry }>();
  return (climate, diffuseFraction, coarseTiltDeg) => {
    let entry = geometryOf.get(coarseTiltDeg);
    if (!entry) {
      const tilts = tiltsAround(coarseTiltDeg);
      entry = { tilts, planes: planeGeometry(sun, tilts, [180]) };
      geometryOf.set(coarseTiltDeg, entry);
    }
    const sums = emptyMonthlyPlanes(entry.planes);
    monthlyPlanes(entry.planes, climate, diffuseFraction, model, sums);
    const annual = entry.tilts.map((_, t) => annualSum(sums.yieldKwhKwp, t, entry.tilts.length));
    const yieldKwhKwp = Math.max(...annual);
    return { tiltDeg: entry.tilts[annual.indexOf(yieldKwhKwp)], yieldKwhKwp };
  };
}

function tiltsAround(tiltDeg: number): number[] {
  const around = Array.from(
    { length: 2 * TILT_STEP_DEG - 1 },
    (_, i) => tiltDeg - TILT_STEP_DEG + 1 + i,
  );
  return around.filter((tilt) => tilt >= 0 && tilt <= 90);
}

function annualSum(monthly: Float64Array, plane: number, planes: number): number {
  let sum = 0;
  for (let month = 0; month < MONTHS; month++) sum += monthly[month * planes + plane];
  return sum;
}
