import { CLOCK_HOURS, DAYS, HOURS } from '../../../../schemas/codec/axes.ts';
import { clearSkyTransmission } from '../clear-sky.ts';
import type { Climate } from '../monthly-planes.ts';
import type { SkyModel } from '../sky-models.ts';
import { setHourlyDiffuse } from './hourly-diffuse.ts';
import { setDailyClearness, setHourlyGlobal } from './hourly-global.ts';
import {
  EXTRATERRESTRIAL_KW_M2,
  emptyHourlySun,
  type HourlySun,
  setHourlySun,
} from './hourly-sun.ts';

/** Of the extraterrestrial irradiance: under any sky, and beside a mean clear sky's beam. */
const CLEAREST_BEAM = 0.85;
const CLEARER_THAN_CLEAR = 1.3;

/** Sun and light over a place in each hour of the year, kWh/m2: all that its planes share. */
export interface HourlySky {
  sun: HourlySun;
  /** [day] Clearness index. */
  clearness: Float64Array;
  /** [hour] On the horizontal; 0 at night. */
  globalKwhM2: Float64Array;
  /** [hour] On the normal, with the circumsolar part. */
  directKwhM2: Float64Array;
  /** [hour] On the horizontal, from all of the sky alike. */
  isotropicKwhM2: Float64Array;
}

/** A sky to fill again and again. */
export function emptyHourlySky(): HourlySky {
  return {
    sun: emptyHourlySun(),
    clearness: new Float64Array(DAYS),
    globalKwhM2: new Float64Array(HOURS),
    directKwhM2: new Float64Array(HOURS),
    isotropicKwhM2: new Float64Array(HOURS),
  };
}

/** Fills `out` with the weather of a place. @param climate its diffuse fraction must be known */
export function setHourlySky(
  latDeg: number,
  lngDeg: number,
  climate: Climate,
  skyModel: SkyModel,
  out: HourlySky,
): void {
  setHourlySun(latDeg, lngDeg, out.sun);
  setDailyClearness(out.sun, climate.ghiKwhM2, out.clearness);
  setHourlyGlobal(out.sun, climate.ghiKwhM2, out.clearness, out.globalKwhM2);
  setHourlyDiffuse(out.sun, out.globalKwhM2, climate.diffuseFraction, out.isotropicKwhM2);
  splitSky(skyModel, out);
}

/** Parts each hour's light, whose diffuse part stands in `isotropicKwhM2`, into what comes from the sun's direction and from everywhere. */
function splitSky(
  skyModel: SkyModel,
  { sun, globalKwhM2, directKwhM2, isotropicKwhM2 }: HourlySky,
): void {
  for (let t = 0; t < HOURS; t++) {
    directKwhM2[t] = 0;
    if (globalKwhM2[t] === 0) continue;
    const sinElevation = sun.sinElevation[t];
    const outside = EXTRATERRESTRIAL_KW_M2[Math.floor(t / CLOCK_HOURS)];
    const beam = cappedBeam(
      (globalKwhM2[t] - isotropicKwhM2[t]) / sinElevation,
      outside,
      sinElevation,
    );
    const diffuse = globalKwhM2[t] - beam * sinElevation;
    const circumsolar = skyModel(beam, outside);
    directKwhM2[t] = beam + (diffuse * circumsolar) / sinElevation;
    isotropicKwhM2[t] = diffuse * (1 - circumsolar);
  }
}

/** [node] `greatestBeam` at evenly spaced sines of the elevation: at the node below, what is surely possible. */
const NODES = 256;
const SURELY_POSSIBLE = Float64Array.from({ length: NODES + 1 }, (_, i) => greatestBeam(i / NODES));

function cappedBeam(beam: number, outside: number, sinElevation: number): number {
  if (beam <= outside * SURELY_POSSIBLE[Math.floor(sinElevation * NODES)]) return beam;
  return Math.min(beam, outside * greatestBeam(sinElevation));
}

/** The share of the extraterrestrial irradiance that an hour's beam keeps at most: without it a sun on the horizon shines. */
export function greatestBeam(sinElevation: number): number {
  return Math.min(CLEAREST_BEAM, CLEARER_THAN_CLEAR * clearSkyTransmission(sinElevation));
}
