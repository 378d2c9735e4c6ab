import type { LatitudeSun } from './latitude-sun.ts';

/** The steps of one day: normal beam and horizontal diffuse irradiation, kWh/m2. */
export interface DaySteps {
  beamKwhM2: Float64Array;
  diffuseKwhM2: Float64Array;
}

/** A profile to fill again and again. */
export function emptyDaySteps(stepsPerDay: number): DaySteps {
  return { beamKwhM2: new Float64Array(stepsPerDay), diffuseKwhM2: new Float64Array(stepsPerDay) };
}

/**
 * Splits one day's global irradiation into the beam and diffuse irradiation of its steps.
 *
 * Global after Collares-Pereira & Rabl 1979, diffuse after Liu & Jordan 1960, both per unit sin h;
 * the beam is their difference and never above a clear sky's beam, since the mean of a month
 * cannot be clearer than clear. What either rule takes from a step goes to the day's other steps,
 * so that the day keeps its diffuse fraction where it can.
 */
export function splitDay(
  sun: LatitudeSun,
  day: number,
  globalKwhM2: number,
  diffuseFraction: number,
  out: DaySteps,
): void {
  const first = day * sun.stepsPerDay;
  setBeam(sun, first, globalKwhM2, diffuseFraction, out.beamKwhM2);
  capBeam(sun, first, globalKwhM2, out.beamKwhM2);
  for (let k = 0; k < sun.stepsPerDay; k++) {
    const global = globalKwhM2 * sun.globalShape[first + k];
    out.diffuseKwhM2[k] = (global - out.beamKwhM2[k]) * sun.sinElevation[first + k];
  }
}

/** Beam = global - diffuse; diffuse above the step's global moves to the steps that have room. */
function setBeam(
  sun: LatitudeSun,
  first: number,
  globalKwhM2: number,
  diffuseFraction: number,
  beam: Float64Array,
): void {
  let excess = 0;
  let room = 0;
  for (let k = 0; k < beam.length; k++) {
    const i = first + k;
    beam[k] = globalKwhM2 * (sun.globalShape[i] - diffuseFraction * sun.diffuseShape[i]);
    if (beam[k] < 0) excess -= beam[k] * sun.sinElevation[i];
    else room += beam[k] * sun.sinElevation[i];
  }
  const kept = room > excess ? 1 - excess / room : 0;
  for (let k = 0; k < beam.length; k++) beam[k] = beam[k] > 0 ? beam[k] * kept : 0;
}

/**
 * Keeps each step's beam below its limit (clear sky, and the step's own global) by fixing the
 * steps that exceed it and scaling up the others until none does. Steps without beam stay so.
 */
function capBeam(sun: LatitudeSun, first: number, globalKwhM2: number, beam: Float64Array): void {
  let want = 0;
  let possible = 0;
  let exceeds = false;
  for (let k = 0; k < beam.length; k++) {
    if (beam[k] === 0) continue;
    const limit = beamLimit(sun, first + k, globalKwhM2);
    want += beam[k] * sun.sinElevation[first + k];
    possible += limit * sun.sinElevation[first + k];
    exceeds ||= beam[k] > limit;
  }
  if (!exceeds) return;
  if (possible <= want) fillToLimit(sun, first, globalKwhM2, beam);
  else while (redistribute(sun, first, globalKwhM2, beam, want));
}

function beamLimit(sun: LatitudeSun, i: number, globalKwhM2: number): number {
  return Math.min(globalKwhM2 * sun.globalShape[i], sun.clearBeamKwhM2[i]);
}

function fillToLimit(
  sun: LatitudeSun,
  first: number,
  globalKwhM2: number,
  beam: Float64Array,
): void {
  for (let k = 0; k < beam.length; k++) {
    if (beam[k] > 0) beam[k] = beamLimit(sun, first + k, globalKwhM2);
  }
}

/** One round: steps at or above their limit are set to it, the others share what is left. True when any exceeded. */
function redistribute(
  sun: LatitudeSun,
  first: number,
  globalKwhM2: number,
  beam: Float64Array,
  want: number,
): boolean {
  let fixed = 0;
  let free = 0;
  let exceeded = false;
  for (let k = 0; k < beam.length; k++) {
    const limit = beamLimit(sun, first + k, globalKwhM2);
    exceeded ||= beam[k] > limit;
    if (beam[k] >= limit) {
      beam[k] = limit;
      fixed += limit * sun.sinElevation[first + k];
    } else free += beam[k] * sun.sinElevation[first + k];
  }
  if (!exceeded) return false;
  const factor = (want - fixed) / free;
  for (let k = 0; k < beam.length; k++) {
    if (beam[k] < beamLimit(sun, first + k, globalKwhM2)) beam[k] *= factor;
  }
  return true;
}
