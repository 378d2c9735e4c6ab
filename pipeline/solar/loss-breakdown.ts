/**
 * The losses of one plane, step by step. `npx sun cell` prints them, and tests and the benchmark compare the kernel
 * with them.
 */
import { emptyDaySteps, splitDay } from './day-profile.ts';
import { iam, iamGround, iamSky } from './iam.ts';
import { latitudeSun } from './latitude-sun.ts';
import { daytimeTemperatureC, huldEfficiency, warmingKPerWM2 } from './module-yield.ts';
import type { PvModel } from './place-light.ts';
import { SKY_MODELS } from './sky-models.ts';
import { radians } from './sun-position.ts';

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

/** The sun and its light in one step of a day. Energies in kWh/m2. */
interface Step {
  hours: number;
  cosSolarZenith: number;
  east: number;
  north: number;
  dniExtra: number;
  dni: number;
  dhi: number;
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

/** The sun and its light over one month of a place. No steps where the sun never rises. */
export function monthSteps(
  place: PlaneMonth,
  { daysPerMonth, stepsPerDay }: TimeSteps,
): MonthSteps {
  const { month, ghiKwhM2, diffuseFraction } = place;
  const sun = latitudeSun(place.latDeg, daysPerMonth, stepsPerDay);
  const split = emptyDaySteps(stepsPerDay);
  const steps: Step[] = [];
  for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
    if (sun.dayShare[day] === 0) continue;
    splitDay(sun, day, ghiKwhM2 * sun.dayShare[day], diffuseFraction, split);
    for (let k = 0; k < stepsPerDay; k++) {
      const i = day * stepsPerDay + k;
      steps.push({
        hours: sun.hours[i],
        cosSolarZenith: sun.cosSolarZenith[i],
        east: sun.sunEast[i],
        north: sun.sunNorth[i],
        dniExtra: sun.dniExtraKwhM2[i],
        dni: split.dniKwhM2[k],
        dhi: split.dhiKwhM2[k],
      });
    }
  }
  return { place, daysRepresented: sun.daysRepresented[month], steps };
}

/** The losses of one plane in one month. */
export function lossBreakdown(
  { place, daysRepresented: n, steps }: MonthSteps,
  tiltDeg: number,
  azimuthDeg: number,
): LossBreakdown {
  const [tilt, azimuth] = [radians(tiltDeg), radians(azimuthDeg)];
  if (steps.length === 0) return sunless(place, tilt);
  const sum = { poaKwhM2: 0, effectiveKwhM2: 0, yieldKwhKwp: 0 };
  for (const step of steps) {
    const { poa, effective, output } = planeStep(step, tilt, azimuth, place);
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

function planeStep(
  s: Step,
  tilt: number,
  azimuth: number,
  { month, temperatureC, model }: PlaneMonth,
) {
  const { dni, dhi, cosSolarZenith, hours } = s;
  const horizontal = Math.sin(azimuth) * s.east + Math.cos(azimuth) * s.north;
  const aoiProjection = Math.max(0, Math.sin(tilt) * horizontal + Math.cos(tilt) * cosSolarZenith);
  const circumsolar = dhi * SKY_MODELS[model.skyModel](dni, s.dniExtra);
  const direct = (dni + circumsolar / cosSolarZenith) * aoiProjection;
  const sky = ((dhi - circumsolar) * (1 + Math.cos(tilt))) / 2;
  const ground = (model.albedo * (dni * cosSolarZenith + dhi) * (1 - Math.cos(tilt))) / 2;
  const poa = direct + sky + ground;
  const effective = direct * iam(aoiProjection) + sky * iamSky(tilt) + ground * iamGround(tilt);
  const airC = daytimeTemperatureC(temperatureC, month);
  const moduleC = airC + ((1000 * poa) / hours) * warmingKPerWM2(model.windMS);
  return {
    poa,
    effective,
    output: effective * huldEfficiency((1000 * effective) / hours, moduleC),
  };
}
