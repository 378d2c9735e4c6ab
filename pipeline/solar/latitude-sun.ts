import { MONTH_DAYS } from '../../schemas/codec/axes.ts';
import { representativeDays } from './calendar.ts';
import { collaresPereiraRabl, sunsetTerm } from './collares-pereira-rabl.ts';
import { erbsWinterMonths, monthlyGhiExtraKwhM2 } from './diffuse-fraction.ts';
import { clearSkyTransmittance } from './sky-models.ts';
import {
  declinationRad,
  dniExtraKwM2,
  ghiExtraKwhM2,
  radians,
  sunsetHourAngleRad,
} from './sun-position.ts';

/** Greatest share of `dniExtra` in a mean beam. */
const CLEAREST_BEAM = 0.9;

/**
 * Everything about the sun's path that depends only on latitude, so that all cells of a latitude
 * row share it. Arrays named per step are laid out [day][step], step fastest. A day on which the
 * sun does not rise has zeros in every step.
 */
export interface LatitudeSun {
  days: number;
  stepsPerDay: number;
  /** Index of the first representative day of each month, and the number of days at [12]. */
  firstDay: Int32Array;
  /** Calendar days that one representative day of the month represents. */
  daysRepresented: Float64Array;
  /** Per day: its share of the month's irradiation, for one day. */
  dayShare: Float64Array;
  /** Per month: extraterrestrial irradiation on the horizontal, kWh/m2, every day counted. */
  monthlyGhiExtraKwhM2: Float64Array;
  /** Per month: winter branch of Erbs' diffuse fraction. */
  erbsWinter: boolean[];
  /** Per step: unit vector to the sun. */
  sunEast: Float64Array;
  sunNorth: Float64Array;
  cosSolarZenith: Float64Array;
  /** Per step: duration in hours. */
  hours: Float64Array;
  /** Per step: global and diffuse irradiation per unit sin h when the day's total is 1 kWh/m2. */
  globalShape: Float64Array;
  diffuseShape: Float64Array;
  /** Per step: normal irradiation outside the atmosphere, and of a clear sky's beam, kWh/m2. */
  dniExtraKwhM2: Float64Array;
  dniClearKwhM2: Float64Array;
}

/**
 * The sun over one latitude.
 * @param daysPerMonth representative days of each month. 31 or more means every day
 * @param stepsPerDay equal steps between sunrise and sunset (fixed clock steps err by 7-10 % in December)
 */
export function latitudeSun(
  latDeg: number,
  daysPerMonth: number,
  stepsPerDay: number,
): LatitudeSun {
  const latRad = radians(latDeg);
  const daysOfMonths = MONTH_DAYS.map((_, month) => representativeDays(month, daysPerMonth));
  const days = daysOfMonths.flat();
  const sun = emptySun(days.length, stepsPerDay, latRad);
  let day = 0;
  for (let month = 0; month < 12; month++) {
    const count = daysOfMonths[month].length;
    sun.firstDay[month + 1] = day + count;
    sun.daysRepresented[month] = MONTH_DAYS[month] / count;
    setDayShares(sun, month, latRad, daysOfMonths[month]);
    for (const dayOfYear of daysOfMonths[month]) setDayPath(sun, day++, latRad, dayOfYear);
  }
  return sun;
}

function emptySun(days: number, stepsPerDay: number, latRad: number): LatitudeSun {
  const perStep = () => new Float64Array(days * stepsPerDay);
  return {
    days,
    stepsPerDay,
    firstDay: new Int32Array(13),
    daysRepresented: new Float64Array(12),
    dayShare: new Float64Array(days),
    monthlyGhiExtraKwhM2: monthlyGhiExtraKwhM2(latRad),
    erbsWinter: erbsWinterMonths(latRad),
    sunEast: perStep(),
    sunNorth: perStep(),
    cosSolarZenith: perStep(),
    hours: perStep(),
    globalShape: perStep(),
    diffuseShape: perStep(),
    dniExtraKwhM2: perStep(),
    dniClearKwhM2: perStep(),
  };
}

/** A month's total is shared among its days in proportion to their extraterrestrial irradiation. */
function setDayShares(sun: LatitudeSun, month: number, latRad: number, days: number[]): void {
  const h0 = days.map((d) => ghiExtraKwhM2(latRad, d));
  const total = sun.daysRepresented[month] * h0.reduce((sum, x) => sum + x, 0);
  for (let i = 0; i < h0.length; i++) {
    sun.dayShare[sun.firstDay[month] + i] = total > 0 ? h0[i] / total : 0;
  }
}

function setDayPath(sun: LatitudeSun, day: number, latRad: number, dayOfYear: number): void {
  const dec = declinationRad(dayOfYear);
  const ws = sunsetHourAngleRad(latRad, dec);
  if (ws === 0) return;
  const dw = (2 * ws) / sun.stepsPerDay;
  const hours = (dw * 12) / Math.PI;
  const dniExtra = dniExtraKwM2(dayOfYear) * hours;
  const sunset = sunsetTerm(ws);
  const first = day * sun.stepsPerDay;
  for (let k = 0; k < sun.stepsPerDay; k++) {
    const w = -ws + dw * (k + 0.5);
    setSunVector(sun, first + k, latRad, dec, w);
    sun.hours[first + k] = hours;
    sun.dniExtraKwhM2[first + k] = dniExtra;
    sun.dniClearKwhM2[first + k] =
      dniExtra * Math.min(CLEAREST_BEAM, clearSkyTransmittance(sun.cosSolarZenith[first + k]));
    sun.globalShape[first + k] = collaresPereiraRabl(Math.cos(w), sunset);
    sun.diffuseShape[first + k] = 1;
  }
  normaliseShape(sun.globalShape, sun.cosSolarZenith, first, sun.stepsPerDay);
  normaliseShape(sun.diffuseShape, sun.cosSolarZenith, first, sun.stepsPerDay);
}

function setSunVector(sun: LatitudeSun, i: number, latRad: number, dec: number, w: number): void {
  const sinLat = Math.sin(latRad);
  const cosLat = Math.cos(latRad);
  sun.sunEast[i] = -Math.cos(dec) * Math.sin(w);
  sun.sunNorth[i] = Math.sin(dec) * cosLat - Math.cos(dec) * sinLat * Math.cos(w);
  sun.cosSolarZenith[i] = sinLat * Math.sin(dec) + cosLat * Math.cos(dec) * Math.cos(w);
}

/** Scales a day's shape so that its steps times sin h sum to 1: tilt 0 then returns the total exactly. */
function normaliseShape(
  shape: Float64Array,
  cosSolarZenith: Float64Array,
  first: number,
  steps: number,
): void {
  let sum = 0;
  for (let i = first; i < first + steps; i++) sum += shape[i] * cosSolarZenith[i];
  for (let i = first; i < first + steps; i++) shape[i] /= sum;
}
