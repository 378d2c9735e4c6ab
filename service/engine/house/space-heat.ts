import { monthQuantiles, normalQuantile } from '#clock/fixed-order.ts';
import {
  CLOCK_HOURS,
  DAYS,
  HOURS,
  MONTH_DAYS,
  MONTH_START,
  MONTHS,
} from '../../../schemas/codec/axes.ts';
import type { SpaceHeat } from '../../../schemas/types.ts';
import { sum } from '../statistics.ts';
import type { HouseYear } from './house-year.ts';
import { scaleMonth } from './scale-month.ts';

/** Hours differ by 15 %. 0.149 is the deviation of their logarithm. */
const HOUR_FACTORS = monthQuantiles(2405, 0.7, 24).map((u) => Math.exp(0.149 * normalQuantile(u)));

/** A house is heated from outside up to 17 °C, above that by people, light and sun (SMHI's degree days). */
const INDOOR_C = 17;

/** Heat is off on a day of the month that is this warm, °C (SMHI's rule). */
const LIMITS_C = [17, 17, 17, 12, 10, 10, 10, 11, 12, 13, 17, 17];

/**
 * Below 5 °C a kWh of heat takes 1 % more for each degree: the mean of a heat pump in the ground
 * (about 1), one in the air (2) and direct electric heat (0). Our choice.
 */
const COP_FROM_C = 5;
const COP_LOSS = 0.01;

/**
 * Load of space heat, kWh of each hour: days by their degrees below 17 °C, hours by the shape of the
 * day. Where no day is cold enough the heat is even over the year.
 */
export function spaceHeatLoad(
  { day_shape: { weekday, weekend } }: SpaceHeat,
  { dayC, dayOff }: HouseYear,
  kwh: number,
): Float64Array {
  const { days, months } = heatDegrees(dayC);
  const ofAll = sum(months);
  const load = new Float64Array(HOURS);
  if (ofAll === 0) return load.fill(kwh / HOURS);
  const shapes = [weekday, weekend];
  for (let day = 0; day < DAYS; day++) {
    const shape = shapes[dayOff[day]];
    for (let hour = 0; hour < CLOCK_HOURS; hour++) {
      const t = day * CLOCK_HOURS + hour;
      load[t] = days[day] * shape[hour] * HOUR_FACTORS[t];
    }
  }
  for (let month = 0; month < MONTHS; month++) {
    scaleMonth(month, (kwh * months[month]) / ofAll, load);
  }
  return load;
}

/** Degrees that each day is to be heated by, and their sum in each month. */
function heatDegrees(dayC: Float64Array): { days: Float64Array; months: Float64Array } {
  const days = new Float64Array(DAYS);
  const months = new Float64Array(MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    const first = MONTH_START[month] / CLOCK_HOURS;
    for (let day = first; day < first + MONTH_DAYS[month]; day++) {
      if (dayC[day] >= LIMITS_C[month]) continue;
      const copFactor = 1 + COP_LOSS * Math.max(0, COP_FROM_C - dayC[day]);
      days[day] = (INDOOR_C - dayC[day]) * copFactor;
      months[month] += days[day];
    }
  }
  return { days, months };
}
