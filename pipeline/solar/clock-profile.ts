import type { SummerTime } from '#clock/stockholm-time.ts';
import { MONTH_DAYS } from '../../schemas/codec/axes.ts';
import { DAYS_BEFORE_MONTH } from './calendar.ts';
import { lossBreakdown, type MonthSteps, monthSteps, type PlaneMonth } from './loss-breakdown.ts';
import { equationOfTimeMinutes } from './sun-position.ts';

const HOURS = 24;
const EVERY_DAY = 31;
const STEPS_PER_DAY = 96;
const MERIDIAN_DEG = 15;
const DEG_PER_HOUR = 15;

/**
 * Typical day of one plane in one month on the Swedish clock: yield before system loss in each of
 * the 24 clock hours, kWh/kWp, mean of the month's days, each with its own sun and summer time.
 * @param lngDeg longitude of the place, degrees
 * @param summerTime summer time of the clock's year
 */
export function clockProfile(
  place: PlaneMonth,
  lngDeg: number,
  tiltDeg: number,
  azimuthDeg: number,
  summerTime: SummerTime,
): Float64Array {
  const profile = new Float64Array(HOURS);
  const days = MONTH_DAYS[place.month];
  const month = monthSteps(place, { daysPerMonth: EVERY_DAY, stepsPerDay: STEPS_PER_DAY });
  for (let at = 0; at < month.steps.length; at++) {
    const dayOfYear = DAYS_BEFORE_MONTH[place.month] + 1 + Math.floor(at / STEPS_PER_DAY);
    const { hours } = month.steps[at];
    const solarStart = HOURS / 2 + hours * ((at % STEPS_PER_DAY) - STEPS_PER_DAY / 2);
    const one: MonthSteps = { place, daysRepresented: 1, steps: [month.steps[at]] };
    const { yieldKwhKwp } = lossBreakdown(one, tiltDeg, azimuthDeg);
    const clockStart = solarStart + clockMinusSun(dayOfYear, lngDeg, summerTime);
    spread(clockStart, hours, yieldKwhKwp / days, profile);
  }
  return profile;
}

/** Hours that the Swedish clock is ahead of the sun at a longitude. It changes at night, before the day's light. */
function clockMinusSun(dayOfYear: number, lngDeg: number, { from, to }: SummerTime): number {
  const noon = HOURS * (dayOfYear - 0.5);
  const summer = noon >= from && noon < to;
  const meridian = (MERIDIAN_DEG - lngDeg) / DEG_PER_HOUR;
  return (summer ? 1 : 0) + meridian - equationOfTimeMinutes(dayOfYear) / 60;
}

/** Shares an energy evenly over its time among the clock hours that it touches. */
function spread(start: number, hours: number, kwh: number, profile: Float64Array): void {
  for (let hour = Math.floor(start); hour < start + hours; hour++) {
    const overlap = Math.min(hour + 1, start + hours) - Math.max(hour, start);
    profile[(hour + HOURS) % HOURS] += (kwh * overlap) / hours;
  }
}
