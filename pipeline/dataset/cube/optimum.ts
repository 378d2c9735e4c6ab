import { sumAll } from '#solar/kernel-sums.ts';
import type { LatitudeSun } from '#solar/latitude-sun.ts';
import type { Climate, PvModel } from '#solar/place-light.ts';
import { kernelMemory, PLACES, planeGeometry } from '#solar/plane-geometry.ts';
import { TILT_STEP_DEG } from '../../../schemas/codec/axes.ts';
import { annualYields, type YieldPlanes } from './yield-planes.ts';

/** The best orientation. Its azimuth is 180, since morning and afternoon are alike. */
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
    const from = { planes, systemLoss: model.systemLoss, anchorScale: 1 };
    for (let first = 0; first < places.length; first += PLACES) {
      const these = places.slice(first, first + PLACES);
      sumAll(
        planes,
        these.map((place) => climates[place]),
        model,
      );
      these.forEach((place, i) => {
        found[place] = bestOf(from, i, tilts);
      });
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

function bestOf(from: YieldPlanes, place: number, tilts: readonly number[]): Optimum {
  const yields = annualYields(from, place, [...tilts.keys()]);
  const yieldKwhKwp = Math.max(...yields);
  return { tiltDeg: tilts[yields.indexOf(yieldKwhKwp)], yieldKwhKwp };
}
