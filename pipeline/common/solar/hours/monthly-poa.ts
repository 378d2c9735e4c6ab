import { HOURS, MONTH_START, MONTHS } from '../../../../schemas/codec/axes.ts';
import { radians } from '../sun-position.ts';
import { hiddenSky } from './horizon.ts';
import { type PlaneAngles, setAoiProjections } from './hourly-plane.ts';
import type { HourlySky } from './hourly-sky.ts';
import type { ObstructedSky } from './obstructed-sky.ts';

// Filled again by each call.
const projections = new Float64Array(HOURS);

/** Irradiation of a plane in each month of the hours' weather, kWh/m2. */
export function monthlyPoaKwhM2(
  sky: HourlySky | ObstructedSky,
  { tiltDeg, azimuthDeg }: PlaneAngles,
  albedo: number,
): Float64Array {
  const [tilt, azimuth] = [radians(tiltDeg), radians(azimuthDeg)];
  const hidden = 'horizon' in sky ? hiddenSky(sky.horizon, tilt, azimuth) : 0;
  const open = (1 + Math.cos(tilt)) / 2 - hidden;
  const ground = (albedo * (1 - Math.cos(tilt))) / 2;
  const { directKwhM2, isotropicKwhM2, ghiKwhM2 } = sky;
  setAoiProjections(sky.sun, tilt, azimuth, projections);
  return Float64Array.from({ length: MONTHS }, (_, month) => {
    let sum = 0;
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
      sum += directKwhM2[t] * projections[t] + isotropicKwhM2[t] * open + ghiKwhM2[t] * ground;
    }
    return sum;
  });
}
