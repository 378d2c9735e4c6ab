import { type SummerTime, toSwedishClock } from '#clock/stockholm-time.ts';
import type { PvModel } from '#solar/place-light.ts';
import { radians } from '#solar/sun-position.ts';
import { CLOCK_HOURS, MONTH_DAYS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { scaleMonth } from '../../house/scale-month.ts';
import { openShare } from './horizon.ts';
import { type PlaneAngles, setHourlyPlane } from './hourly-plane.ts';
import type { HourlySky } from './hourly-sky.ts';
import type { ObstructedSky } from './obstructed-sky.ts';

/** A roof face and the energy of each month. */
export interface Face extends PlaneAngles {
  monthlyKwh: ArrayLike<number>;
}

/** The physics, and when the year has summer time. */
export interface YearModel extends PvModel {
  summerTime: SummerTime;
}

/** Clock hours that share the energy of a month without sun: 10 to 13. */
const MIDDAY = { from: 10, to: 14 };

/**
 * Fills `out` with the energy of a face in each Swedish clock hour of a year of 365 days, kWh, under
 * the synthetic weather of its place, scaled to the given months.
 */
export function setHourlyYield(
  sky: HourlySky,
  face: Face,
  temperatureC: ArrayLike<number>,
  model: YearModel,
  out: Float64Array,
): void {
  setClockHours(sky, face, temperatureC, model, out);
  setMonths(face.monthlyKwh, out);
}

/**
 * Fills `out` with the energy of a face behind a horizon, and reduces its months by what the horizon takes from
 * their hours.
 * @param obstructed `sky` as `obstructSky` returns it
 * @param free scratch, a year's hours
 */
export function setObstructedYield(
  sky: HourlySky,
  obstructed: ObstructedSky,
  face: Face & { monthlyKwh: Float64Array },
  temperatureC: ArrayLike<number>,
  model: YearModel,
  free: Float64Array,
  out: Float64Array,
): void {
  const { monthlyKwh } = face;
  setClockHours(sky, face, temperatureC, model, free);
  setClockHours(obstructed, face, temperatureC, model, out);
  const open = openShare(obstructed.horizon, radians(face.tiltDeg), radians(face.azimuthDeg));
  for (let month = 0; month < 12; month++) {
    const freeKwh = monthSum(month, free);
    // In a month without sun only the sky gives light.
    const share = freeKwh > 0 ? monthSum(month, out) / freeKwh : open;
    // Efficiency is not linear, so hours of part light can come out slightly above 1.
    monthlyKwh[month] *= Math.min(1, share);
  }
  setMonths(monthlyKwh, out);
}

function setClockHours(
  sky: HourlySky,
  plane: PlaneAngles,
  temperatureC: ArrayLike<number>,
  model: YearModel,
  out: Float64Array,
): void {
  setHourlyPlane(sky, plane, temperatureC, model, out);
  toSwedishClock(out, model.summerTime);
}

/** Scales the hours of each month to its energy. */
function setMonths(monthlyKwh: ArrayLike<number>, hours: Float64Array): void {
  for (let month = 0; month < 12; month++) {
    const isLit = scaleMonth(month, monthlyKwh[month], hours);
    if (!isLit) setSunless(month, monthlyKwh[month], hours);
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
