import { latitudeSun } from './latitude-sun.ts';
import { DEFAULT_WIND_M_S, REFERENCE_SYSTEM_LOSS } from './module-yield.ts';
import { diffuseFractions, type MonthlyPlanes, monthlyPlanes } from './monthly-planes.ts';
import type { Climate, PvModel } from './place-light.ts';
import type { TimeSteps } from './plane-account.ts';
import { planeGeometry } from './plane-geometry.ts';
import { hayDavies } from './sky-models.ts';

/** The physics and how finely it is computed. */
export type StepModel = PvModel & TimeSteps;

/** The model that accuracy is measured with, and that a question gets where it names none. */
export const STANDARD_MODEL: StepModel = {
  skyModel: hayDavies,
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
