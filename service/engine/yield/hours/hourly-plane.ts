import { iam, iamGround, iamSky } from '#solar/iam.ts';
import { daytimeTemperatureC, huldPolynomial, warmingKPerWM2 } from '#solar/module-yield.ts';
import type { PvModel } from '#solar/place-light.ts';
import { radians } from '#solar/sun-position.ts';
import { CLOCK_HOURS, DAYS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { hiddenSky } from './horizon.ts';
import type { HourlySky } from './hourly-sky.ts';
import {
  COS_STEP,
  type HourlySun,
  SIN_STEP,
  STEPS_PER_DAY,
  STEPS_PER_HOUR,
  setProjection,
} from './hourly-sun.ts';
import type { ObstructedSky } from './obstructed-sky.ts';

/** Where a plane faces: degrees, compass azimuth. */
export interface PlaneAngles {
  tiltDeg: number;
  azimuthDeg: number;
}

/**
 * Fills `out` with the yield before system loss of a plane in every hour of winter time, kWh/kWp.
 * @param temperatureC 12 values, 24 h means. NaN: 8 °C
 */
export function setHourlyPlane(
  sky: HourlySky | ObstructedSky,
  { tiltDeg, azimuthDeg }: PlaneAngles,
  temperatureC: ArrayLike<number>,
  model: PvModel,
  out: Float64Array,
): void {
  const tilt = radians(tiltDeg);
  const azimuth = radians(azimuthDeg);
  const hidden = 'horizon' in sky ? hiddenSky(sky.horizon, tilt, azimuth) : 0;
  const plane = planeConditions(tilt, hidden, model);
  setAoiProjections(sky.sun, tilt, azimuth, out);
  for (let month = 0; month < 12; month++) {
    convertMonth(sky, month, plane, daytimeTemperatureC(temperatureC[month], month), out);
  }
}

/** Properties of a plane that all its hours share. */
function planeConditions(tilt: number, hiddenSky: number, { albedo, windMS }: PvModel) {
  const sky = (1 + Math.cos(tilt)) / 2 - hiddenSky;
  const ground = (albedo * (1 - Math.cos(tilt))) / 2;
  return {
    /** View factors of sky and ground, without and with reflection. */
    sky,
    skyEffective: sky * iamSky(tilt),
    ground,
    groundEffective: ground * iamGround(tilt),
    /** Warming of the module per in-plane irradiance, K m2/kW. */
    warmingKPerKwM2: 1000 * warmingKPerWM2(windMS),
  };
}

type PlaneConditions = ReturnType<typeof planeConditions>;

/** Replaces cosines of the angle of incidence by yields. */
function convertMonth(
  sky: HourlySky | ObstructedSky,
  month: number,
  plane: PlaneConditions,
  airTemperatureC: number,
  hours: Float64Array,
): void {
  const { ghiKwhM2, directKwhM2, isotropicKwhM2 } = sky;
  const sunlit = 'sunlit' in sky ? sky.sunlit : undefined;
  const airAbove25 = airTemperatureC - 25;
  const end = MONTH_START[month + 1];
  for (let t = MONTH_START[month]; t < end; t++) {
    const ghi = ghiKwhM2[t];
    if (ghi === 0) {
      hours[t] = 0;
      continue;
    }
    const isotropic = isotropicKwhM2[t];
    const share = sunlit === undefined ? 1 : sunlit[t];
    const cosine = share > 0 ? hours[t] / share : 0;
    hours[t] = moduleYield(directKwhM2[t] * cosine, cosine, isotropic, ghi, plane, airAbove25);
    if (share === 1) continue;
    const dull = moduleYield(0, 0, isotropic, ghi, plane, airAbove25);
    hours[t] = share * hours[t] + (1 - share) * dull;
  }
}

/** Yield of an hour, kWh/kWp. @param aoiProjection cosine of the angle of incidence */
function moduleYield(
  direct: number,
  aoiProjection: number,
  isotropic: number,
  ghi: number,
  plane: PlaneConditions,
  airAbove25: number,
): number {
  const poa = direct + isotropic * plane.sky + ghi * plane.ground;
  const effective =
    direct * iam(aoiProjection) + isotropic * plane.skyEffective + ghi * plane.groundEffective;
  const warming = poa * plane.warmingKPerKwM2;
  const efficiency = huldPolynomial(Math.log(effective), airAbove25 + warming);
  return efficiency > 0 ? effective * efficiency : 0;
}

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
  const incidence = new Float64Array(3);
  for (let day = 0; day < DAYS; day++) {
    setProjection(sun, day, normal, incidence);
    for (let hour = 0; hour < CLOCK_HOURS; hour++) {
      const t = day * CLOCK_HOURS + hour;
      out[t] = sun.cosSolarZenith[t] > 0 ? hourMean(sun, day, hour, incidence) : 0;
    }
  }
}

function hourMean({ seen }: HourlySun, day: number, hour: number, incidence: Float64Array): number {
  let sum = 0;
  for (let step = hour * STEPS_PER_HOUR; step < (hour + 1) * STEPS_PER_HOUR; step++) {
    const projection = incidence[0] + incidence[1] * COS_STEP[step] + incidence[2] * SIN_STEP[step];
    if (projection > 0) sum += seen[day * STEPS_PER_DAY + step] * projection;
  }
  return sum / STEPS_PER_HOUR;
}
