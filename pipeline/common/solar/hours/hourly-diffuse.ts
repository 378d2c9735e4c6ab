import { CLOCK_HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { EXTRATERRESTRIAL_KW_M2, type HourlySun } from './hourly-sun.ts';

/** Of the exponent that fits a month's hours to its diffuse fraction. */
const LEAST_EXPONENT = 0.02;
const GREATEST_EXPONENT = 50;
const PRECISE = 1e-7;

/**
 * Diffuse fraction of an hour's global irradiation (Erbs, Klein & Duffie 1982, Sol. Energy 28:293).
 * @param k the hour's clearness index, 0..1
 */
export function erbsHourlyFraction(k: number): number {
  if (k <= 0.22) return 1 - 0.09 * k;
  if (k > 0.8) return 0.165;
  return 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
}

/**
 * Diffuse irradiation on the horizontal in every hour, kWh/m2: Erbs' fraction f of the hour, as f^p
 * with the one p a month that gives the month its diffuse fraction.
 */
export function setHourlyDiffuse(
  sun: HourlySun,
  globalKwhM2: Float64Array,
  diffuseFraction: ArrayLike<number>,
  out: Float64Array,
): void {
  for (let month = 0; month < 12; month++) {
    const first = MONTH_START[month];
    const end = MONTH_START[month + 1];
    // The logarithm of the fraction stands in the place of the diffuse irradiation for now.
    for (let t = first; t < end; t++) out[t] = logarithmOfFraction(sun, globalKwhM2, t);
    const p = exponentFor(diffuseFraction[month], globalKwhM2, out, first, end);
    for (let t = first; t < end; t++) out[t] = globalKwhM2[t] * Math.exp(p * out[t]);
  }
}

function logarithmOfFraction(sun: HourlySun, globalKwhM2: Float64Array, t: number): number {
  if (globalKwhM2[t] === 0) return 0;
  const day = Math.floor(t / CLOCK_HOURS);
  const outside = EXTRATERRESTRIAL_KW_M2[day] * sun.sinElevation[t];
  return Math.log(erbsHourlyFraction(Math.min(1, globalKwhM2[t] / outside)));
}

/** Newton's way to the exponent: the month's diffuse irradiation falls with it and is convex, so that no step but the first goes too far. */
function exponentFor(
  fraction: number,
  globalKwhM2: Float64Array,
  logarithm: Float64Array,
  first: number,
  end: number,
): number {
  let p = 1;
  for (;;) {
    let excess = 0;
    let slope = 0;
    for (let t = first; t < end; t++) {
      if (globalKwhM2[t] === 0) continue;
      const diffuse = globalKwhM2[t] * Math.exp(p * logarithm[t]);
      excess += diffuse - fraction * globalKwhM2[t];
      slope -= diffuse * logarithm[t];
    }
    // A month without sun.
    if (slope === 0) return p;
    const next = Math.min(GREATEST_EXPONENT, Math.max(LEAST_EXPONENT, p + excess / slope));
    // The step after one so small would be of the size of its square.
    if (Math.abs(next - p) < PRECISE * p) return next;
    p = next;
  }
}
