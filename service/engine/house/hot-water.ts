import { lcgUniforms, monthQuantiles, normalQuantile } from '#clock/fixed-order.ts';
import { CLOCK_HOURS, DAYS, HOURS, MONTH_DAYS, MONTHS } from '../../../schemas/codec/axes.ts';
import type { HotWater } from '../../../schemas/types.ts';
import type { HouseYear } from './house-year.ts';
import { scaleMonth } from './scale-month.ts';

/** Draws of hot water, which differ by 25 % from day to day. */
const DAY_FACTORS = monthQuantiles(2406, 0.1, 1).map((u) => Math.exp(0.25 * normalQuantile(u)));

/**
 * The runs of a day: share of what is drawn, first possible hour of the start, hours that it is later on a
 * day off, count of possible hours. Our choice.
 */
const RUNS = [
  { share: 0.35, from: 6, laterOff: 1, hours: 4 },
  { share: 0.2, from: 11, laterOff: 0, hours: 5 },
  { share: 0.45, from: 18, laterOff: 0, hours: 5 },
];

/** Place of each run in its hours, 0 to 1, [day][run]. */
const STARTS = lcgUniforms(2407, DAYS * RUNS.length);

/**
 * Load of hot water, kWh of each hour: an even part, and three runs of the heater a day, which may
 * overlap and pass midnight. Months have their days' share of the year.
 */
export function hotWaterLoad(
  { even_share, heater_kw }: HotWater,
  { dayOff }: HouseYear,
  kwh: number,
): Float64Array {
  const dayKwh = kwh / DAYS;
  const load = new Float64Array(HOURS).fill((even_share.value * dayKwh) / CLOCK_HOURS);
  for (let day = 0; day < DAYS; day++) {
    const drawnKwh = (1 - even_share.value) * dayKwh * DAY_FACTORS[day];
    RUNS.forEach(({ share, from, laterOff, hours }, run) => {
      const chance = Math.floor(hours * STARTS[day * RUNS.length + run]);
      const hour = from + laterOff * dayOff[day] + chance;
      addRun(load, day * CLOCK_HOURS + hour, share * drawnKwh, heater_kw.value);
    });
  }
  for (let month = 0; month < MONTHS; month++) scaleMonth(month, dayKwh * MONTH_DAYS[month], load);
  return load;
}

/** Adds energy at a power from an hour on, the last hour in part. What is beyond the year is left out. */
function addRun(load: Float64Array, from: number, kwh: number, kw: number): void {
  let leftKwh = kwh;
  for (let t = from; t < HOURS && leftKwh > 0; t++) {
    load[t] += Math.min(kw, leftKwh);
    leftKwh -= kw;
  }
}
