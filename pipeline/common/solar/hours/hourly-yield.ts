import { CLOCK_HOURS, MONTH_DAYS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { scaleMonth } from '../../scale-month.ts';
import type { PvModel } from '../monthly-planes.ts';
import { type PlaneAngles, setHourlyPlane } from './hourly-plane.ts';
import type { HourlySky } from './hourly-sky.ts';
import { type SummerTime, toSwedishClock } from './swedish-clock.ts';

/** A roof face with the energy that each month is to have. */
export interface Face extends PlaneAngles {
  monthlyKwh: ArrayLike<number>;
}

/** The physics, and when the year has summer time. */
export interface YearModel extends PvModel {
  summerTime: SummerTime;
}

/** Clock hours that share the energy of a month in which the sun is never seen: 10 to 13. */
const MIDDAY = { from: 10, to: 14 };

/**
 * Fills `out` with the energy of a face in each Swedish clock hour of a year of 365 days, kWh, under
 * the synthetic weather of its place. Its months are those given.
 */
export function setHourlyYield(
  sky: HourlySky,
  face: Face,
  temperatureC: ArrayLike<number>,
  model: YearModel,
  out: Float64Array,
): void {
  setHourlyPlane(sky, face, temperatureC, model, out);
  toSwedishClock(out, model.summerTime);
  for (let month = 0; month < 12; month++) {
    const isLit = scaleMonth(month, face.monthlyKwh[month], out);
    if (!isLit) setSunless(month, face.monthlyKwh[month], out);
  }
}

function setSunless(month: number, kwh: number, hours: Float64Array): void {
  const each = kwh / (MONTH_DAYS[month] * (MIDDAY.to - MIDDAY.from));
  const end = MONTH_START[month + 1];
  for (let midnight = MONTH_START[month]; midnight < end; midnight += CLOCK_HOURS) {
    hours.fill(each, midnight + MIDDAY.from, midnight + MIDDAY.to);
  }
}
