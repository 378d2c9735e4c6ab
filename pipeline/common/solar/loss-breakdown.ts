/**
 * One plane, straight from the formulas, with nothing shared or reordered, and each loss apart:
 * people read this account, and tests and the benchmark hold the fast kernel against it.
 */

import { MONTH_DAYS } from '../../../schemas/codec/axes.ts';
import { representativeDays } from './calendar.ts';
import { iam, iamGround, iamSky } from './iam.ts';
import {
  DAYTIME_EXCESS_K,
  DEFAULT_TEMPERATURE_C,
  huldEfficiency,
  warmingKPerWM2,
} from './module-yield.ts';
import type { PvModel } from './place-light.ts';
import {
  declinationRad,
  dniExtraKwM2,
  ghiExtraKwhM2,
  radians,
  sunsetHourAngleRad,
} from './sun-position.ts';

/** One month of one place and how it is modelled. Energies in kWh/m2. */
export interface PlaneMonth {
  latDeg: number;
  month: number;
  ghiKwhM2: number;
  diffuseFraction: number;
  temperatureC: number;
  model: PvModel;
}

/** Sums over a month, before system loss. */
export interface LossBreakdown {
  poaKwhM2: number;
  /** The part of it that is not reflected. */
  effectiveKwhM2: number;
  yieldKwhKwp: number;
}

/** One step of a day: energies in kWh/m2 on the sun's normal. `global` and `diffuse` per unit of `cosSolarZenith`. */
interface Step {
  hours: number;
  cosSolarZenith: number;
  east: number;
  north: number;
  dniExtra: number;
  dniClear: number;
  global: number;
  diffuse: number;
  dni: number;
}

/** Representative days of a month, and steps between sunrise and sunset. */
export interface TimeSteps {
  daysPerMonth: number;
  stepsPerDay: number;
}

/** The steps of a month's representative days, which every plane of a place shares. */
export interface MonthSteps {
  place: PlaneMonth;
  /** Calendar days that one representative day represents. */
  daysRepresented: number;
  steps: Step[];
}

/** Works out the sun and its light over one month of a place. No steps where the sun never rises. */
export function monthSteps(place: PlaneMonth, time: TimeSteps): MonthSteps {
  const phi = radians(place.latDeg);
  const days = representativeDays(place.month, time.daysPerMonth);
  const h0 = days.map((d) => ghiExtraKwhM2(phi, d));
  const h0Sum = h0.reduce((a, b) => a + b, 0);
  const daysRepresented = MONTH_DAYS[place.month] / days.length;
  const steps = days.flatMap((d, i) => {
    const dayKwhM2 = (place.ghiKwhM2 * h0[i]) / (daysRepresented * h0Sum);
    return h0[i] === 0 ? [] : plainDay(phi, d, dayKwhM2, place.diffuseFraction, time.stepsPerDay);
  });
  return { place, daysRepresented, steps };
}

/** The account of one plane in one month. */
export function lossBreakdown(
  { place, daysRepresented: n, steps }: MonthSteps,
  tiltDeg: number,
  azimuthDeg: number,
): LossBreakdown {
  const [tilt, azimuth] = [radians(tiltDeg), radians(azimuthDeg)];
  if (steps.length === 0) return sunless(place, tilt);
  const sum = { poaKwhM2: 0, effectiveKwhM2: 0, yieldKwhKwp: 0 };
  for (const step of steps) {
    const { poa, effective, output } = plainStep(step, tilt, azimuth, place);
    sum.poaKwhM2 += n * poa;
    sum.effectiveKwhM2 += n * effective;
    sum.yieldKwhKwp += n * output;
  }
  return sum;
}

function sunless({ ghiKwhM2, model }: PlaneMonth, b: number): LossBreakdown {
  const sky = (1 + Math.cos(b)) / 2;
  const ground = (model.albedo * (1 - Math.cos(b))) / 2;
  return { poaKwhM2: ghiKwhM2 * (sky + ground), effectiveKwhM2: 0, yieldKwhKwp: 0 };
}

function plainDay(phi: number, d: number, kwhM2: number, kd: number, count: number): Step[] {
  const dec = declinationRad(d);
  const ws = sunsetHourAngleRad(phi, dec);
  const a = 0.409 + 0.5016 * Math.sin(ws - radians(60));
  const b = 0.6609 - 0.4767 * Math.sin(ws - radians(60));
  const steps = Array.from({ length: count }, (_, k): Step => {
    const w = -ws + (2 * ws * (k + 0.5)) / count;
    const sinH = Math.sin(phi) * Math.sin(dec) + Math.cos(phi) * Math.cos(dec) * Math.cos(w);
    const hours = ((2 * ws) / count) * (12 / Math.PI);
    const degrees = (Math.asin(sinH) * 180) / Math.PI;
    const m = 1 / (sinH + 0.50572 * (degrees + 6.07995) ** -1.6364);
    const dniExtra = dniExtraKwM2(d) * hours;
    return {
      hours,
      cosSolarZenith: sinH,
      east: -Math.cos(dec) * Math.sin(w),
      north: Math.sin(dec) * Math.cos(phi) - Math.cos(dec) * Math.sin(phi) * Math.cos(w),
      dniExtra,
      dniClear: dniExtra * Math.min(0.9, 0.7 ** (m ** 0.678)),
      global: a + b * Math.cos(w),
      diffuse: 1,
      dni: 0,
    };
  });
  scaleTo(steps, 'global', kwhM2);
  scaleTo(steps, 'diffuse', kd * kwhM2);
  moveDiffuse(steps);
  capDni(steps);
  return steps;
}

function scaleTo(steps: Step[], field: 'global' | 'diffuse', kwhM2: number): void {
  const sum = steps.reduce((total, s) => total + s[field] * s.cosSolarZenith, 0);
  for (const s of steps) s[field] *= kwhM2 / sum;
}

function moveDiffuse(steps: Step[]): void {
  const over = steps.reduce((t, s) => t + Math.max(0, s.diffuse - s.global) * s.cosSolarZenith, 0);
  const room = steps.reduce((t, s) => t + Math.max(0, s.global - s.diffuse) * s.cosSolarZenith, 0);
  for (const s of steps) {
    if (s.diffuse > s.global) s.diffuse = s.global;
    else s.diffuse += ((s.global - s.diffuse) * over) / room;
    s.dni = Math.max(0, s.global - s.diffuse);
  }
}

function capDni(steps: Step[]): void {
  const lit = steps.filter((s) => s.dni > 0);
  const top = (s: Step) => Math.min(s.global, s.dniClear);
  const wanted = lit.reduce((t, s) => t + s.dni * s.cosSolarZenith, 0);
  const possible = lit.reduce((t, s) => t + top(s) * s.cosSolarZenith, 0);
  const free = new Set(lit);
  while ([...free].some((s) => s.dni > top(s))) {
    for (const s of [...free]) {
      if (possible > wanted && s.dni < top(s)) continue;
      s.dni = top(s);
      free.delete(s);
    }
    const fixed = lit.reduce((t, s) => (free.has(s) ? t : t + s.dni * s.cosSolarZenith), 0);
    const rest = [...free].reduce((t, s) => t + s.dni * s.cosSolarZenith, 0);
    for (const s of free) s.dni *= (wanted - fixed) / rest;
  }
}

function plainStep(s: Step, b: number, azimuth: number, place: PlaneMonth) {
  const horizontal = Math.sin(azimuth) * s.east + Math.cos(azimuth) * s.north;
  const aoiProjection = Math.max(0, Math.sin(b) * horizontal + Math.cos(b) * s.cosSolarZenith);
  const dhi = (s.global - s.dni) * s.cosSolarZenith;
  const share = place.model.skyModel(s.dni, s.dniExtra);
  const poaDirect = s.dni * aoiProjection;
  const poaCircumsolar = (dhi * share * aoiProjection) / s.cosSolarZenith;
  const poaIsotropic = (dhi * (1 - share) * (1 + Math.cos(b))) / 2;
  const poaGroundDiffuse =
    (place.model.albedo * s.global * s.cosSolarZenith * (1 - Math.cos(b))) / 2;
  const poa = poaDirect + poaCircumsolar + poaIsotropic + poaGroundDiffuse;
  const effective =
    (poaDirect + poaCircumsolar) * iam(aoiProjection) +
    poaIsotropic * iamSky(b) +
    poaGroundDiffuse * iamGround(b);
  const airTemperatureC = Number.isNaN(place.temperatureC)
    ? DEFAULT_TEMPERATURE_C
    : place.temperatureC;
  const air = airTemperatureC + DAYTIME_EXCESS_K[place.month];
  const module = air + ((1000 * poa) / s.hours) * warmingKPerWM2(place.model.windMS);
  return {
    poa,
    effective,
    output: effective * huldEfficiency((1000 * effective) / s.hours, module),
  };
}
