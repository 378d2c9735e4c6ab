/** Two roofs under a sky, and what houses with them use, save and store. */

import { summerTimeOf, toSwedishClock } from '#clock/stockholm-time.ts';
import { simulation } from '#engine/answers.ts';
import { scaleMonth } from '#engine/house/scale-month.ts';
import { simulatedYear } from '#engine/house/simulated-year.ts';
import { setHourlyPlane } from '#engine/yield/hours/hourly-plane.ts';
import type { HourlySky } from '#engine/yield/hours/hourly-sky.ts';
import { DEFAULT_TEMPERATURE_C, REFERENCE_SYSTEM_LOSS } from '#solar/module-yield.ts';
import { STANDARD_MODEL } from '#solar/monthly-planes.ts';
import { HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';

/** Air temperature of each month where none is given. */
export const DEFAULT_C = Array.from({ length: MONTHS }, () => DEFAULT_TEMPERATURE_C);

const FACES = {
  south: { tiltDeg: 40, azimuthDeg: 180 },
  east: { tiltDeg: 25, azimuthDeg: 90 },
  west: { tiltDeg: 25, azimuthDeg: 270 },
} as const;
const HOUSE = { lat: 59.33, lng: 18.07 };
const SIZES_KWP = [6.6, 10, 15];
const BATTERIES_KWH = [5, 10, 15];

/** Months of each face, kWh/kWp. */
export type FaceMonths = Record<keyof typeof FACES, number[]>;

/** Hours of a face in winter time after system loss, kWh/kWp. @param monthly what its months are to be */
export function faceHours(sky: HourlySky, name: keyof typeof FACES, monthly: FaceMonths) {
  const hours = new Float64Array(HOURS);
  setHourlyPlane(sky, FACES[name], DEFAULT_C, STANDARD_MODEL, hours);
  for (let t = 0; t < HOURS; t++) hours[t] *= 1 - REFERENCE_SYSTEM_LOSS;
  monthly[name].forEach((kwh, month) => {
    scaleMonth(month, kwh, hours);
  });
  return hours;
}

/** Hours in winter time of roofs to the south, and of half to the east and half to the west, in three sizes. */
export function roofHouses(sky: HourlySky, monthly: FaceMonths): Float64Array[] {
  const south = faceHours(sky, 'south', monthly);
  const west = faceHours(sky, 'west', monthly);
  const eastWest = faceHours(sky, 'east', monthly).map((kwh, t) => (kwh + west[t]) / 2);
  return SIZES_KWP.flatMap((kwp) => [
    south.map((kwh) => kwh * kwp),
    eastWest.map((kwh) => kwh * kwp),
  ]);
}

/** Own use, %, savings of the roof and of each of `BATTERIES_KWH`, SEK a year: a house of 15 000 kWh, `self_consumption`. */
export function houseFigures(prices: PricesArtifact, hoursKwh: Float64Array): number[] {
  const onClock = hoursKwh.slice();
  toSwedishClock(onClock, summerTimeOf(simulatedYear(prices)));
  const pv = { hourly_kwh: Array.from(onClock) };
  const year = (battery?: object) =>
    simulation({ pvYield: null, prices }, { location: HOUSE, pv, ...battery }).yearly;
  const { self_consumption_pct, savings_sek } = year();
  const withBattery = (capacity_kwh: number) =>
    year({ battery: { capacity_kwh, strategy: 'self_consumption' } }).battery.savings_sek;
  return [self_consumption_pct, savings_sek, ...BATTERIES_KWH.map(withBattery)];
}
