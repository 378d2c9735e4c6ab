import { type SummerTime, toSwedishClock } from '#clock/stockholm-time.ts';
import type { PvModel } from '#solar/place-light.ts';
import { radians } from '#solar/sun-position.ts';
import { CLOCK_HOURS, HOURS, MONTH_DAYS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { scaleMonth } from '../../house/scale-month.ts';
import { openShare } from './horizon.ts';
import { type PlaneAngles, setHourlyPlane } from './hourly-plane.ts';
import type { HourlySky } from './hourly-sky.ts';
import type { ObstructedSky } from './obstructed-sky.ts';

/** A roof face and the energy of each month. */
export interface Face extends PlaneAngles {
  monthlyKwh: Float64Array | number[];
}

/** The physics, and when the year has summer time. */
export interface YearModel extends PvModel {
  summerTime: SummerTime;
}

/** The light over a roof, which its faces share. */
export interface RoofLight {
  sky: HourlySky;
  /** The sky past the caller's horizon, as `obstructSky` returns it. Undefined if it is free. */
  obstructed?: ObstructedSky | undefined;
  temperatureC: ArrayLike<number>;
  model: YearModel;
}

/** Clock hours that share the energy of a month without sun: 10 to 13. */
const MIDDAY = { from: 10, to: 14 };

// Filled again by each call.
const freeHours = new Float64Array(HOURS);

/**
 * Fills `out` with the energy of a face in each Swedish clock hour of a year of 365 days, kWh, under the synthetic
 * weather of its place, scaled to its months. Behind a horizon these are reduced by what it takes from their hours.
 */
export function setHourlyYield(
  { sky, obstructed, temperatureC, model }: RoofLight,
  face: Face,
  out: Float64Array,
): void {
  const { monthlyKwh } = face;
  const setClockHours = (light: HourlySky, hours: Float64Array) => {
    setHourlyPlane(light, face, temperatureC, model, hours);
    toSwedishClock(hours, model.summerTime);
  };
  setClockHours(obstructed ?? sky, out);
  if (obstructed) {
    setClockHours(sky, freeHours);
    const open = openShare(obstructed.horizon, radians(face.tiltDeg), radians(face.azimuthDeg));
    for (let month = 0; month < 12; month++) {
      const freeKwh = monthSum(month, freeHours);
      // In a month without sun only the sky gives light.
      const share = freeKwh > 0 ? monthSum(month, out) / freeKwh : open;
      // Efficiency is not linear, so hours of part light can come out slightly above 1.
      monthlyKwh[month] *= Math.min(1, share);
    }
  }
  for (let month = 0; month < 12; month++) {
    const isLit = scaleMonth(month, monthlyKwh[month], out);
    if (!isLit) setSunless(month, monthlyKwh[month], out);
  }
}

function monthSum(month: number, hours: Float64Array): number {
  let sum = 0;
  for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) sum += hours[t];
  return sum;
}

function setSunless(month: number, kwh: number, hours: Float64Array): void {
  const each = kwh / (MONTH_DAYS[month] * (MIDDAY.to - MIDDAY.from));
  const end = MONTH_START[month + 1];
  for (let midnight = MONTH_START[month]; midnight < end; midnight += CLOCK_HOURS) {
    hours.fill(each, midnight + MIDDAY.from, midnight + MIDDAY.to);
  }
}
