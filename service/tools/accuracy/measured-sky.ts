/** Hours of sun measured at a place, as the sky over it. */
import { readFileSync } from 'node:fs';
import {
  emptyHourlySky,
  type HourlySky,
  setHourlySky,
  splitSky,
} from '#common/solar/hours/hourly-sky.ts';
import { setHourlySun } from '#common/solar/hours/hourly-sun.ts';
import { hayDavies } from '#common/solar/sky-models.ts';
import { CLOCK_HOURS, DAYS, HOURS } from '../../../schemas/codec/axes.ts';
import { monthSums } from './month-sums.ts';
import { DEFAULT_C } from './roofs.ts';

/** A day with less than this has no measurement, Wh/m2; the day so many before stands for it. */
const GAP_WH_M2 = 10;
const GAP_DAYS = 4;

/** Place and months of a year, from which hours are made. */
export interface SunMonths {
  lat: number;
  lng: number;
  ghi_kwh_m2: number[];
  diffuse_fraction: number[];
}

/**
 * Reads a year of measured hours.
 * @param path a JSON file: `lat`, `lng`, and `ghi` and `dhi`, W/m2 in each hour of UTC+1
 */
export function readMeasuredYear(path: string): { months: SunMonths; sky: HourlySky } {
  const { lat, lng, ghi, dhi } = JSON.parse(readFileSync(path, 'utf8'));
  const sky = emptyHourlySky();
  setHourlySun(lat, lng, sky.sun);
  const filled = fillGaps(ghi);
  for (let t = 0; t < HOURS; t++) {
    if (sky.sun.cosSolarZenith[t] > 0) sky.ghiKwhM2[t] = ghi[filled[t]] / 1000;
    sky.isotropicKwhM2[t] = Math.min(sky.ghiKwhM2[t], dhi[filled[t]] / 1000);
  }
  const global = monthSums(sky.ghiKwhM2);
  const diffuse = monthSums(sky.isotropicKwhM2);
  splitSky(hayDavies, sky);
  const diffuse_fraction = diffuse.map((kwh, month) => kwh / global[month]);
  return { months: { lat, lng, ghi_kwh_m2: global, diffuse_fraction }, sky };
}

/** [hour] The hour whose measurement stands for it. */
function fillGaps(ghi: readonly number[]): Int32Array {
  const from = Int32Array.from({ length: HOURS }, (_, t) => t);
  for (let day = 0; day < DAYS; day++) {
    const first = day * CLOCK_HOURS;
    const end = first + CLOCK_HOURS;
    const whM2 = ghi.slice(first, end).reduce((a, b) => a + b);
    if (whM2 >= GAP_WH_M2) continue;
    for (let t = first; t < end; t++) from[t] = from[t - GAP_DAYS * CLOCK_HOURS];
  }
  return from;
}

/** The hours that the service makes of a year's months. */
export function madeSky({ lat, lng, ghi_kwh_m2, diffuse_fraction }: SunMonths): HourlySky {
  const sky = emptyHourlySky();
  const climate = {
    ghiKwhM2: ghi_kwh_m2,
    diffuseFraction: diffuse_fraction,
    temperatureC: DEFAULT_C,
  };
  setHourlySky(lat, lng, climate, hayDavies, sky);
  return sky;
}
