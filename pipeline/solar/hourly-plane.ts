import { HOURS_BEFORE_MONTH } from './calendar.ts';
import { setAoiProjections } from './hourly-aoi-projection.ts';
import type { HourlySky } from './hourly-sky.ts';
import {
  DAYTIME_EXCESS_K,
  DEFAULT_TEMPERATURE_C,
  huldPolynomial,
  warmingKPerWM2,
} from './module-yield.ts';
import type { PvModel } from './monthly-planes.ts';
import { naturalLog } from './natural-log.ts';
import { beamTransmission, groundTransmission, skyTransmission } from './reflection.ts';
import { radians } from './sun-position.ts';

/** Shares of sky and ground light that a plane sees, bare and not reflected. */
interface Views {
  sky: number;
  skyTransmitted: number;
  ground: number;
  groundTransmitted: number;
}

/**
 * Fills `out` with the yield before system loss of a plane (degrees, compass azimuth) in every hour
 * of winter time, kWh/kWp.
 * @param temperatureC 12 values, 24 h means; NaN: 8 °C
 */
export function setHourlyPlane(
  sky: HourlySky,
  tiltDeg: number,
  azimuthDeg: number,
  temperatureC: ArrayLike<number>,
  model: PvModel,
  out: Float64Array,
): void {
  const tilt = radians(tiltDeg);
  const views = viewsOf(tilt, model.albedo);
  const warming = 1000 * warmingKPerWM2(model.windMS);
  setAoiProjections(sky.sun, tilt, radians(azimuthDeg), out);
  for (let month = 0; month < 12; month++) {
    const mean = Number.isNaN(temperatureC[month]) ? DEFAULT_TEMPERATURE_C : temperatureC[month];
    convertMonth(sky, month, views, mean + DAYTIME_EXCESS_K[month] - 25, warming, out);
  }
}

function viewsOf(tilt: number, albedo: number): Views {
  const sky = (1 + Math.cos(tilt)) / 2;
  const ground = (albedo * (1 - Math.cos(tilt))) / 2;
  return {
    sky,
    skyTransmitted: sky * skyTransmission(tilt),
    ground,
    groundTransmitted: ground * groundTransmission(tilt),
  };
}

/** Puts yields in the place of the cosines of the angle of incidence. @param warming K per kW/m2 */
function convertMonth(
  { globalKwhM2, directKwhM2, isotropicKwhM2 }: HourlySky,
  month: number,
  views: Views,
  above25C: number,
  warming: number,
  hours: Float64Array,
): void {
  const end = HOURS_BEFORE_MONTH[month + 1];
  for (let t = HOURS_BEFORE_MONTH[month]; t < end; t++) {
    const global = globalKwhM2[t];
    if (global === 0) {
      hours[t] = 0;
      continue;
    }
    const direct = directKwhM2[t] * hours[t];
    const isotropic = isotropicKwhM2[t];
    const poa = direct + isotropic * views.sky + global * views.ground;
    const used =
      direct * beamTransmission(hours[t]) +
      isotropic * views.skyTransmitted +
      global * views.groundTransmitted;
    const efficiency = huldPolynomial(naturalLog(used), above25C + poa * warming);
    hours[t] = efficiency > 0 ? used * efficiency : 0;
  }
}
