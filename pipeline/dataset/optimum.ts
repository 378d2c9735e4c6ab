import type { LatitudeSun } from '#common/solar/latitude-sun.ts';
import { monthlyPlanes } from '#common/solar/monthly-planes.ts';
import type { Climate, PvModel } from '#common/solar/place-light.ts';
import { kernelMemory, planeGeometry } from '#common/solar/plane-geometry.ts';
import { MONTHS, TILT_STEP_DEG } from '../../schemas/codec/axes.ts';

/** The best orientation; its azimuth is 180, since morning and afternoon are alike. */
export interface Optimum {
  tiltDeg: number;
  /** kWh/kWp a year, after system loss. */
  yieldKwhKwp: number;
}

/**
 * The best whole-degree tilts of places at one latitude, found with the kernel itself. It looks at the
 * tilts nearer than one table step to the best of the table, since the year's yield has one maximum
 * over the tilt.
 * @param climates with known diffuse fractions
 * @param coarseTiltsDeg per place: the best of the table's tilts
 * @param memory as `planeGeometry` takes it
 */
export function optima(
  sun: LatitudeSun,
  climates: readonly Climate[],
  coarseTiltsDeg: readonly number[],
  model: PvModel,
  memory = kernelMemory(),
): Optimum[] {
  const found: Optimum[] = [];
  for (const coarse of new Set(coarseTiltsDeg)) {
    const tilts = tiltsAround(coarse);
    const planes = planeGeometry(sun, tilts, [180], memory);
    const places = [...climates.keys()].filter((place) => coarseTiltsDeg[place] === coarse);
    const these = places.map((place) => climates[place]);
    for (const { yieldKwhKwp } of monthlyPlanes(planes, these, model)) {
      const annual = tilts.map((_, t) => annualSum(yieldKwhKwp, t, tilts.length));
      const best = Math.max(...annual);
      found[places[0]] = { tiltDeg: tilts[annual.indexOf(best)], yieldKwhKwp: best };
      places.shift();
    }
  }
  return found;
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
