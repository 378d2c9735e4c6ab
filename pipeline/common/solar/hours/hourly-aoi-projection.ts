import { CLOCK_HOURS, DAYS } from '../../../../schemas/codec/axes.ts';
import {
  COS_STEP,
  type HourlySun,
  SIN_STEP,
  STEPS_PER_HOUR,
  setProjection,
  ZENITH,
} from './hourly-sun.ts';

/**
 * Fills `out` with the mean cosine of the angle of incidence on a plane (radians) in every hour, 0
 * while the sun is behind the plane or below the horizon.
 */
export function setAoiProjections(
  sun: HourlySun,
  tilt: number,
  azimuth: number,
  out: Float64Array,
): void {
  const normal = {
    east: Math.sin(tilt) * Math.sin(azimuth),
    north: Math.sin(tilt) * Math.cos(azimuth),
    up: Math.cos(tilt),
  };
  const elevation = new Float64Array(3);
  const incidence = new Float64Array(3);
  for (let day = 0; day < DAYS; day++) {
    setProjection(sun, day, ZENITH, elevation);
    setProjection(sun, day, normal, incidence);
    for (let hour = 0; hour < CLOCK_HOURS; hour++) {
      const t = day * CLOCK_HOURS + hour;
      out[t] = sun.sinElevation[t] > 0 ? hourMean(hour, elevation, incidence) : 0;
    }
  }
}

function hourMean(hour: number, elevation: Float64Array, incidence: Float64Array): number {
  let sum = 0;
  for (let step = hour * STEPS_PER_HOUR; step < (hour + 1) * STEPS_PER_HOUR; step++) {
    const projection = incidence[0] + incidence[1] * COS_STEP[step] + incidence[2] * SIN_STEP[step];
    const isUp = elevation[0] + elevation[1] * COS_STEP[step] + elevation[2] * SIN_STEP[step] > 0;
    if (isUp && projection > 0) sum += projection;
  }
  return sum / STEPS_PER_HOUR;
}
