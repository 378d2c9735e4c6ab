import type { LatitudeSun } from './latitude-sun.ts';

/** The steps of one day: normal beam and horizontal diffuse irradiation, kWh/m2. */
export interface DaySteps {
  dniKwhM2: Float64Array;
  dhiKwhM2: Float64Array;
}

/** A reusable buffer for `splitDay`. */
export function emptyDaySteps(stepsPerDay: number): DaySteps {
  return { dniKwhM2: new Float64Array(stepsPerDay), dhiKwhM2: new Float64Array(stepsPerDay) };
}

/**
 * Splits one day's global irradiation into the beam and diffuse irradiation of its steps.
 *
 * Global after Collares-Pereira & Rabl 1979, diffuse after Liu & Jordan 1960, both per unit sin h.
 * The beam is their difference, limited to a clear sky's beam. What this takes from a step goes to
 * the day's other steps, so that the day keeps its diffuse fraction where possible.
 */
export function splitDay(
  sun: LatitudeSun,
  day: number,
  ghiKwhM2: number,
  diffuseFraction: number,
  out: DaySteps,
): void {
  const first = day * sun.stepsPerDay;
  setDni(sun, first, ghiKwhM2, diffuseFraction, out.dniKwhM2);
  capDni(sun, first, ghiKwhM2, out.dniKwhM2);
  for (let k = 0; k < sun.stepsPerDay; k++) {
    const global = ghiKwhM2 * sun.globalShape[first + k];
    out.dhiKwhM2[k] = (global - out.dniKwhM2[k]) * sun.cosSolarZenith[first + k];
  }
}

/** Beam = global - diffuse. Diffuse above the step's global moves to the day's other steps. */
function setDni(
  sun: LatitudeSun,
  first: number,
  ghiKwhM2: number,
  diffuseFraction: number,
  dni: Float64Array,
): void {
  let excess = 0;
  let room = 0;
  for (let k = 0; k < dni.length; k++) {
    const i = first + k;
    dni[k] = ghiKwhM2 * (sun.globalShape[i] - diffuseFraction * sun.diffuseShape[i]);
    if (dni[k] < 0) excess -= dni[k] * sun.cosSolarZenith[i];
    else room += dni[k] * sun.cosSolarZenith[i];
  }
  const share = room > excess ? 1 - excess / room : 0;
  for (let k = 0; k < dni.length; k++) dni[k] = dni[k] > 0 ? dni[k] * share : 0;
}

/**
 * Keeps each step's beam below its limit (clear sky, and the step's own global) by fixing the
 * steps that exceed it and scaling up the others until none does. Steps without beam get none.
 */
function capDni(sun: LatitudeSun, first: number, ghiKwhM2: number, dni: Float64Array): void {
  let wanted = 0;
  let possible = 0;
  let exceeds = false;
  for (let k = 0; k < dni.length; k++) {
    if (dni[k] === 0) continue;
    const limit = dniLimit(sun, first + k, ghiKwhM2);
    wanted += dni[k] * sun.cosSolarZenith[first + k];
    possible += limit * sun.cosSolarZenith[first + k];
    exceeds ||= dni[k] > limit;
  }
  if (!exceeds) return;
  if (possible <= wanted) fillToLimit(sun, first, ghiKwhM2, dni);
  else while (redistribute(sun, first, ghiKwhM2, dni, wanted));
}

function dniLimit(sun: LatitudeSun, i: number, ghiKwhM2: number): number {
  return Math.min(ghiKwhM2 * sun.globalShape[i], sun.dniClearKwhM2[i]);
}

function fillToLimit(sun: LatitudeSun, first: number, ghiKwhM2: number, dni: Float64Array): void {
  for (let k = 0; k < dni.length; k++) {
    if (dni[k] > 0) dni[k] = dniLimit(sun, first + k, ghiKwhM2);
  }
}

/** One round: sets steps at or above their limit to it and scales the others. True when any exceeded. */
function redistribute(
  sun: LatitudeSun,
  first: number,
  ghiKwhM2: number,
  dni: Float64Array,
  wanted: number,
): boolean {
  let fixed = 0;
  let free = 0;
  let exceeded = false;
  for (let k = 0; k < dni.length; k++) {
    const limit = dniLimit(sun, first + k, ghiKwhM2);
    exceeded ||= dni[k] > limit;
    if (dni[k] >= limit) {
      dni[k] = limit;
      fixed += limit * sun.cosSolarZenith[first + k];
    } else free += dni[k] * sun.cosSolarZenith[first + k];
  }
  if (!exceeded) return false;
  const factor = (wanted - fixed) / free;
  for (let k = 0; k < dni.length; k++) {
    if (dni[k] < dniLimit(sun, first + k, ghiKwhM2)) dni[k] *= factor;
  }
  return true;
}

/** How a month's beam moves within its days, relative to the mean day. Zeros leave it unchanged. */
export interface BeamMove {
  /** Move from noon to the ends of the day. */
  ends: number;
  /** Move from morning to afternoon. */
  afternoon: number;
}

/**
 * Moves beam between the steps of a day: each gets exp(ends t^2 + afternoon t) times as much, t from -1 at sunrise
 * to 1 at sunset. The day's beam on the horizontal stays the same.
 * @param dniKwhM2 normal beam of the day's steps, changed in place
 */
export function moveBeam(
  { stepsPerDay, cosSolarZenith }: LatitudeSun,
  day: number,
  { ends, afternoon }: BeamMove,
  dniKwhM2: Float64Array,
): void {
  const first = day * stepsPerDay;
  let before = 0;
  let after = 0;
  for (let k = 0; k < stepsPerDay; k++) {
    const t = (2 * (k + 0.5)) / stepsPerDay - 1;
    before += dniKwhM2[k] * cosSolarZenith[first + k];
    dniKwhM2[k] *= Math.exp(ends * t * t + afternoon * t);
    after += dniKwhM2[k] * cosSolarZenith[first + k];
  }
  if (after === 0) return;
  for (let k = 0; k < stepsPerDay; k++) dniKwhM2[k] *= before / after;
}
