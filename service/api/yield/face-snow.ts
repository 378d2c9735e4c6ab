import type { PlaneAngles } from '#common/solar/hours/hourly-plane.ts';
import type { HourlySky } from '#common/solar/hours/hourly-sky.ts';
import { monthlyPoaKwhM2 } from '#common/solar/hours/monthly-poa.ts';
import { snowLoss } from '#common/solar/snow-loss.ts';
import { radians } from '#common/solar/sun-position.ts';
import { CLOCK_HOURS } from '../../../schemas/codec/axes.ts';
import type { SnowLoss, SnowNormals } from '../../../schemas/types.ts';

/** Share of each month that snow takes from a face: the caller's, or reckoned from a station's normals. */
export function faceSnowLoss(
  snow: SnowLoss | SnowNormals,
  sky: HourlySky,
  plane: PlaneAngles,
  temperatureC: ArrayLike<number>,
  albedo: number,
): ArrayLike<number> {
  if (Array.isArray(snow)) return snow;
  const normals = {
    snowfallCm: snow.snowfall_cm,
    snowDays: snow.snow_days,
    humidityPct: snow.humidity_pct,
    dropHeightM: snow.drop_height_m,
    slantM: snow.slant_m,
  };
  const poaKwhM2 = monthlyPoaKwhM2(sky, plane, albedo);
  return snowLoss(normals, radians(plane.tiltDeg), poaKwhM2, temperatureC);
}

/** Multipliers of the hours for the shares that snow takes, by month and clock hour. */
export function snowFactors(loss: ArrayLike<number>): number[][] {
  return Array.from(loss, (share) => Array(CLOCK_HOURS).fill(1 - share));
}
