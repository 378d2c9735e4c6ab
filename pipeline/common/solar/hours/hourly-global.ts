import { CLOCK_HOURS, DAYS, HOURS, MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import { lcgUniforms, normalQuantile } from '../../fixed-order.ts';
import { scaleMonth } from '../../scale-month.ts';
import { DAYS_BEFORE_MONTH } from '../calendar.ts';
import {
  clearnessQuantile,
  clearnessShape,
  GREATEST_MEAN,
  greatestClearness,
} from './daily-clearness.ts';
import { DAY_QUANTILES } from './day-order.ts';
import { DNI_EXTRA_KW_M2, type HourlySun } from './hourly-sun.ts';

const HOUR_NORMALS = lcgUniforms(7920, HOURS).map(normalQuantile);

/** Least `ghiExtra` of an hour with light, kWh/m2; a dimmer one counts as night. */
const NIGHT_KWH_M2 = 1e-6;

/** Clearness of an hour as it is drawn, and what scaling a day up may bring it to. */
const LEAST_HOUR = 0.02;
const GREATEST_HOUR = 0.85;
const GREATEST_SCALED = 0.9;

/** The disturbance is fitted to days up to it; months of twilight can have more. */
const GREATEST_DISTURBED = 0.85;

/**
 * The disturbance: form and dependence on the day's clearness after TAG, whose own correlation with the
 * hour before is PHI 0.38 and whose deviation 0.14. Scaling a day to its sum takes back what all its hours
 * have in common; the hours that are left resemble those measured at DTU Lyngby with these.
 */
const PHI = 0.86;
const DEVIATION = 0.25;

/** [day] Clearness index of every day of a place; 0 throughout a month without sun. */
export function setDailyClearness(
  { ghiExtraKwhM2: h0 }: HourlySun,
  ghiKwhM2: ArrayLike<number>,
  out: Float64Array,
): void {
  for (let month = 0; month < 12; month++) {
    const first = DAYS_BEFORE_MONTH[month];
    const end = first + MONTH_DAYS[month];
    let monthExtra = 0;
    for (let day = first; day < end; day++) monthExtra += h0[day];
    const mean = Math.min(GREATEST_MEAN, ghiKwhM2[month] / monthExtra);
    if (!(mean > 0)) {
      out.fill(0, first, end);
      continue;
    }
    const greatest = greatestClearness(mean);
    const shape = clearnessShape(mean);
    let sum = 0;
    for (let day = first; day < end; day++) {
      out[day] = clearnessQuantile(DAY_QUANTILES[day], greatest, shape);
      sum += out[day] * h0[day];
    }
    for (let day = first; day < end; day++) out[day] *= ghiKwhM2[month] / sum;
  }
}

/**
 * Global irradiation on the horizontal in every hour of a place, kWh/m2: each day's by its clearness,
 * shaped as on a mean day and disturbed from hour to hour after the TAG model of Aguiar &
 * Collares-Pereira 1992 (Sol. Energy 49:167).
 * @param clearness [day] as from `setDailyClearness`
 */
export function setHourlyGlobal(
  sun: HourlySun,
  ghiKwhM2: ArrayLike<number>,
  clearness: Float64Array,
  out: Float64Array,
): void {
  let normal = 0;
  for (let day = 0; day < DAYS; day++) normal = disturbDay(sun, day, clearness[day], normal, out);
  for (let month = 0; month < 12; month++) scaleMonth(month, ghiKwhM2[month], out);
}

/** Fills a day of `out`. @returns the disturbance at its end, where the next day's goes on from `normal` */
function disturbDay(
  { ghiExtraKwhM2, cosSolarZenith, globalShape }: HourlySun,
  day: number,
  clearness: number,
  normal: number,
  out: Float64Array,
): number {
  const first = day * CLOCK_HOURS;
  const end = first + CLOCK_HOURS;
  const dayKwhM2 = clearness * ghiExtraKwhM2[day];
  let shape = 0;
  for (let t = first; t < end; t++) shape += globalShape[t];
  const k = Math.min(GREATEST_DISTURBED, clearness);
  const phi = PHI + 0.06 * Math.cos(7.4 * k - 2.5);
  const fresh = Math.sqrt(1 - phi * phi);
  const spread = DEVIATION * Math.exp(-20 * (k - 0.35) ** 2);
  const spreadAtHorizon = 3 * (k - 0.45) ** 2 + 16 * k ** 5;
  let sum = 0;
  for (let t = first; t < end; t++) {
    normal = phi * normal + fresh * HOUR_NORMALS[t];
    const ghiExtra = DNI_EXTRA_KW_M2[day] * cosSolarZenith[t];
    out[t] = 0;
    if (ghiExtra < NIGHT_KWH_M2) continue;
    const sigma = spread * Math.exp(spreadAtHorizon * (1 - cosSolarZenith[t]));
    const drawn = (dayKwhM2 * globalShape[t]) / (shape * ghiExtra) + sigma * normal;
    out[t] = ghiExtra * Math.min(GREATEST_HOUR, Math.max(LEAST_HOUR, drawn));
    sum += out[t];
  }
  if (sum > 0) {
    for (let t = first; t < end; t++) {
      const most = GREATEST_SCALED * DNI_EXTRA_KW_M2[day] * cosSolarZenith[t];
      out[t] = Math.min(most, (out[t] * dayKwhM2) / sum);
    }
  }
  return normal;
}
