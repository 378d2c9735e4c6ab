import { erbsDiffuseFraction } from './diffuse-fraction.ts';
import { sumAll } from './kernel-sums.ts';
import { type LatitudeSun, latitudeSun } from './latitude-sun.ts';
import type { TimeSteps } from './loss-breakdown.ts';
import { DEFAULT_WIND_M_S, REFERENCE_SYSTEM_LOSS } from './module-yield.ts';
import type { Climate, PvModel } from './place-light.ts';
import { PLACES, type PlaneGeometry, planeGeometry } from './plane-geometry.ts';

/** Monthly sums of a set of planes, [month][tilt][azimuth], azimuth fastest. */
export interface MonthlyPlanes {
  poaKwhM2: Float64Array;
  yieldKwhKwp: Float64Array;
}

/** Diffuse fraction of each month: the given one, or Erbs' where it is NaN. */
export function diffuseFractions(sun: LatitudeSun, climate: Climate): Float64Array {
  return Float64Array.from({ length: 12 }, (_, month) => {
    const known = climate.diffuseFraction[month];
    if (!Number.isNaN(known)) return known;
    const clearness = climate.ghiKwhM2[month] / sun.monthlyGhiExtraKwhM2[month];
    return erbsDiffuseFraction(clearness, sun.erbsWinter[month]);
  });
}

/**
 * Monthly in-plane irradiation and yield (after system loss) of every plane at places of one latitude,
 * in their order.
 * @param climates with known diffuse fractions (`diffuseFractions`)
 */
export function* monthlyPlanes(
  planes: PlaneGeometry,
  climates: readonly Climate[],
  model: PvModel,
): Generator<MonthlyPlanes> {
  for (let i = 0; i < climates.length; i += PLACES) {
    const places = climates.slice(i, i + PLACES);
    sumAll(planes, places, model);
    yield* places.map((_, place) => ({
      poaKwhM2: sumsOf(planes.sums, place, 1),
      yieldKwhKwp: sumsOf(planes.sums, PLACES + place, 1 - model.systemLoss),
    }));
  }
}

/** A separate function, since V8 discards a compiled loop when the code after it has never run. */
function sumsOf(sums: Float64Array, first: number, factor: number): Float64Array {
  const values = new Float64Array(sums.length / (2 * PLACES));
  for (let i = 0; i < values.length; i++) values[i] = sums[2 * PLACES * i + first] * factor;
  return values;
}

/** The physics and how finely it is computed. */
export type StepModel = PvModel & TimeSteps;

/** The model that accuracy is measured with, and the default of `answerCell`. */
export const STANDARD_MODEL: StepModel = {
  skyModel: 'hay_davies',
  albedo: 0.2,
  windMS: DEFAULT_WIND_M_S,
  systemLoss: REFERENCE_SYSTEM_LOSS,
  daysPerMonth: 3,
  stepsPerDay: 24,
};

/** Axes of a set of planes: every tilt with every azimuth. */
interface PlaneAxes {
  tiltsDeg: readonly number[];
  azimuthsDeg: readonly number[];
}

/** Monthly sums of a set of planes at one place, with the diffuse fraction that was used. */
export function planeSums(
  latDeg: number,
  climate: Climate,
  { tiltsDeg, azimuthsDeg }: PlaneAxes,
  model: StepModel,
): MonthlyPlanes & { diffuseFraction: Float64Array } {
  const sun = latitudeSun(latDeg, model.daysPerMonth, model.stepsPerDay);
  const planes = planeGeometry(sun, tiltsDeg, azimuthsDeg);
  const diffuseFraction = diffuseFractions(sun, climate);
  const [sums] = monthlyPlanes(planes, [{ ...climate, diffuseFraction }], model);
  return { ...sums, diffuseFraction };
}
