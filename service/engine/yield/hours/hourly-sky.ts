import type { Climate } from '#solar/place-light.ts';
import { clearSkyTransmittance, type SkyModel } from '#solar/sky-models.ts';
import { CLOCK_HOURS, DAYS, HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { setDailyClearness, setHourlyGlobal } from './hourly-global.ts';
import { DNI_EXTRA_KW_M2, emptyHourlySun, setHourlySun } from './hourly-sun.ts';

/** Greatest beam under any sky, as a share of `dniExtra` and of a mean clear sky's beam. */
const CLEAREST_BEAM = 0.85;
const CLEARER_THAN_CLEAR = 1.3;

/**
 * Weight of the day's clearness next to the hour's own: an hour of a clear day has less diffuse light than
 * one as bright of a dull day (Ridley, Boland & Lauret 2010, Renew. Energy 35:478). At DTU Lyngby 0.3
 * has the least error of two years' hours, 0.29 to 0.30 (rms over mean, 0.32 without).
 */
const DAY_WEIGHT = 0.3;

/** Limits and precision of the exponent that fits a month's hours to its diffuse fraction. */
const LEAST_EXPONENT = 0.02;
const GREATEST_EXPONENT = 50;
const PRECISE = 1e-7;

/** A reusable sky for `setHourlySky`. */
export function emptyHourlySky() {
  return {
    sun: emptyHourlySun(),
    /** [day] Clearness index. */
    clearness: new Float64Array(DAYS),
    /** [hour] On the horizontal. 0 at night. */
    ghiKwhM2: new Float64Array(HOURS),
    /** [hour] On the normal, with the circumsolar part. */
    directKwhM2: new Float64Array(HOURS),
    /** [hour] Isotropic diffuse, on the horizontal. */
    isotropicKwhM2: new Float64Array(HOURS),
  };
}

/** Sun and light over a place in each hour of the year, kWh/m2: all that its planes share. */
export type HourlySky = ReturnType<typeof emptyHourlySky>;

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
  setHourlyGlobal(out.sun, climate.ghiKwhM2, out.clearness, out.ghiKwhM2);
  setHourlyDiffuse(out, climate.diffuseFraction, out.isotropicKwhM2);
  splitSky(skyModel, out);
}

/** Splits each hour's light, whose diffuse part is in `isotropicKwhM2`, into direct (with circumsolar) and isotropic. */
function splitSky(
  skyModel: SkyModel,
  { sun, ghiKwhM2, directKwhM2, isotropicKwhM2 }: HourlySky,
): void {
  for (let t = 0; t < HOURS; t++) {
    directKwhM2[t] = 0;
    if (ghiKwhM2[t] === 0) continue;
    const cosSolarZenith = sun.cosSolarZenith[t];
    const dniExtra = DNI_EXTRA_KW_M2[Math.floor(t / CLOCK_HOURS)];
    const dni = capDni(
      (ghiKwhM2[t] - isotropicKwhM2[t]) / cosSolarZenith,
      dniExtra,
      cosSolarZenith,
    );
    const dhi = ghiKwhM2[t] - dni * cosSolarZenith;
    const circumsolar = skyModel(dni, dniExtra);
    directKwhM2[t] = dni + (dhi * circumsolar) / cosSolarZenith;
    isotropicKwhM2[t] = dhi * (1 - circumsolar);
  }
}

/** [node] `greatestBeam` at evenly spaced sines of the elevation. It grows, so the node below is a safe limit. */
const NODES = 256;
const SURELY_POSSIBLE = Float64Array.from({ length: NODES + 1 }, (_, i) => greatestBeam(i / NODES));

function capDni(dni: number, dniExtra: number, cosSolarZenith: number): number {
  if (dni <= dniExtra * SURELY_POSSIBLE[Math.floor(cosSolarZenith * NODES)]) return dni;
  return Math.min(dni, dniExtra * greatestBeam(cosSolarZenith));
}

/** Greatest share of the extraterrestrial irradiance in an hour's beam. It limits division by the sine of a low sun. */
export function greatestBeam(cosSolarZenith: number): number {
  return Math.min(CLEAREST_BEAM, CLEARER_THAN_CLEAR * clearSkyTransmittance(cosSolarZenith));
}

/**
 * Diffuse fraction of an hour's global irradiation (Erbs, Klein & Duffie 1982, Sol. Energy 28:293).
 * @param k the hour's clearness index, 0..1
 */
export function erbsHourlyFraction(k: number): number {
  if (k <= 0.22) return 1 - 0.09 * k;
  if (k > 0.8) return 0.165;
  return 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
}

/** Longest month, hours. */
const MONTH_HOURS = 744;

/** A month's hours with light, their global irradiation and the logarithms of their fractions. Reused by each month. */
const lit = {
  hours: new Int32Array(MONTH_HOURS),
  ghiKwhM2: new Float64Array(MONTH_HOURS),
  logarithms: new Float64Array(MONTH_HOURS),
};

/**
 * Diffuse irradiation on the horizontal in every hour, kWh/m2: Erbs' fraction f of the hour in its day, as
 * f^p with the one p a month that gives the month its diffuse fraction.
 * @param sky with its sun, clearness and global irradiation
 */
export function setHourlyDiffuse(
  sky: HourlySky,
  diffuseFraction: ArrayLike<number>,
  out: Float64Array,
): void {
  out.fill(0);
  for (let month = 0; month < 12; month++) {
    const count = listLit(sky, month);
    const p = exponentFor(diffuseFraction[month], count);
    const { hours, ghiKwhM2, logarithms } = lit;
    for (let i = 0; i < count; i++) out[hours[i]] = ghiKwhM2[i] * Math.exp(p * logarithms[i]);
  }
}

/** Lists the hours of a month that have light in `lit`. @returns how many there are */
function listLit({ sun, clearness, ghiKwhM2 }: HourlySky, month: number): number {
  const { cosSolarZenith } = sun;
  const end = MONTH_START[month + 1];
  let count = 0;
  for (let t = MONTH_START[month]; t < end; t++) {
    const ghi = ghiKwhM2[t];
    if (ghi === 0) continue;
    const day = (t / CLOCK_HOURS) | 0;
    const ofHour = Math.min(1, ghi / (DNI_EXTRA_KW_M2[day] * cosSolarZenith[t]));
    const ofDay = Math.min(1, clearness[day]);
    lit.hours[count] = t;
    lit.ghiKwhM2[count] = ghi;
    lit.logarithms[count++] = Math.log(erbsHourlyFraction(ofHour + DAY_WEIGHT * (ofDay - ofHour)));
  }
  return count;
}

/**
 * The exponent by Newton's method on the logarithm of the month's diffuse irradiation. It is convex and nearly
 * linear, so only the first step can overshoot. @param count hours with light
 */
function exponentFor(fraction: number, count: number): number {
  const { ghiKwhM2, logarithms } = lit;
  let total = 0;
  for (let i = 0; i < count; i++) total += ghiKwhM2[i];
  let p = 1;
  for (;;) {
    let sum = 0;
    let slope = 0;
    for (let i = 0; i < count; i++) {
      const diffuse = ghiKwhM2[i] * Math.exp(p * logarithms[i]);
      sum += diffuse;
      slope -= diffuse * logarithms[i];
    }
    // A month without sun.
    if (slope === 0) return p;
    const step = (Math.log(sum / (fraction * total)) * sum) / slope;
    const next = Math.min(GREATEST_EXPONENT, Math.max(LEAST_EXPONENT, p + step));
    // The next step would be about the square of this one.
    if (Math.abs(next - p) < PRECISE * p) return next;
    p = next;
  }
}
