import { lcgUniforms, normalQuantile, rankInMonths } from '#clock/fixed-order.ts';
import { DAYS_BEFORE_MONTH } from '#solar/calendar.ts';
import { CLOCK_HOURS, DAYS, HOURS, MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import { scaleMonth } from '../../house/scale-month.ts';
import { DNI_EXTRA_KW_M2, type HourlySun } from './hourly-sun.ts';

/**
 * The distribution of the days' clearness index about its mean in a month, after Hollands & Huget 1983
 * (Sol. Energy 30:195): density C (1 - k / Ku) exp(L k) on 0..Ku. L is solved, not fitted as in the
 * paper, so that the mean is exact.
 */

/** No mean above it: a month cannot be clearer than this. */
const GREATEST_MEAN = 0.75;

/** Where the paper's fit begins. Below it we continue linearly to 0. */
const LEAST_FITTED = 0.25;

const GREATEST_SHAPE = 200;
const PRECISE = 1e-14;

/** Ku: the clearness that no day exceeds. @param mean 0 to `GREATEST_MEAN` */
export function greatestClearness(mean: number): number {
  if (mean < LEAST_FITTED) return 2.6083 * mean;
  return 0.6313 + 0.267 * mean - 11.9 * (mean - 0.75) ** 8;
}

/**
 * x = L Ku of the distribution with this mean: about 0.9 for a dull month, 21 for the clearest.
 * @param mean above 0, to `GREATEST_MEAN`
 */
export function clearnessShape(mean: number): number {
  const share = mean / greatestClearness(mean);
  let low = 0;
  let high = GREATEST_SHAPE;
  while (high - low > PRECISE * high) {
    const x = (low + high) / 2;
    if (meanShare(x) < share) low = x;
    else high = x;
  }
  return (low + high) / 2;
}

/** The mean over Ku of the distribution with x = L Ku. */
function meanShare(x: number): number {
  const e = Math.exp(x);
  return (e * (x - 2) + x + 2) / (x * (e - 1 - x));
}

/**
 * The clearness below which a share u of the days lies.
 * @param greatest as `greatestClearness` gives it
 * @param shape as `clearnessShape` gives it
 */
export function clearnessQuantile(u: number, greatest: number, shape: number): number {
  // In t = L k, which runs from 0 to x: (1 + x - t) e^t grows from 1 + x to e^x.
  const target = 1 + shape + u * (Math.exp(shape) - 1 - shape);
  let low = 0;
  let high = shape;
  let t = shape / 2;
  for (;;) {
    const e = Math.exp(t);
    const value = (1 + shape - t) * e;
    if (value < target) low = t;
    else high = t;
    const newton = t - (value - target) / (e * (shape - t));
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= PRECISE * shape) return (next * greatest) / shape;
    t = next;
  }
}

/**
 * Chosen so that the longest dull run, the dullest week, the correlation with the day before and what houses save
 * are as in the years measured at DTU Lyngby (`fixtures/measured-years.json`), and bright days are neither expensive
 * nor cold.
 */
const SEED = 3429;
/** Mean length of a spell of clear or dull weather. */
const SPELL_DAYS = 8;
/** Share of the variance between days that spells explain. The rest is independent. */
const SPELL_SHARE = 0.5;

/**
 * [day] Quantile of each day in its month, the same for every place. A Markov chain of clear and dull spells: its
 * memory is longer than that of an AR(1) series with the same day-to-day correlation (0.3. Graham, Hollands & Huget
 * 1988, Sol. Energy 40:83 have 0.29), so that dull runs are as long as measured ones.
 */
export const DAY_QUANTILES = rankInMonths(drawDays());

function drawDays(): Float64Array {
  const uniforms = lcgUniforms(SEED, 2 * DAYS);
  let spell = uniforms[0] < 0.5 ? 1 : -1;
  return Float64Array.from({ length: DAYS }, (_, day) => {
    if (uniforms[2 * day + 1] < 1 / SPELL_DAYS) spell = -spell;
    const own = normalQuantile(uniforms[2 * day]);
    return Math.sqrt(SPELL_SHARE) * spell + Math.sqrt(1 - SPELL_SHARE) * own;
  });
}

const HOUR_NORMALS = lcgUniforms(7920, HOURS).map(normalQuantile);

/** Least `ghiExtra` of an hour with light, kWh/m2. A dimmer one counts as night. */
const NIGHT_KWH_M2 = 1e-6;

/** Limits of an hour's clearness when it is drawn, and after its day is scaled. */
const LEAST_HOUR = 0.02;
const GREATEST_HOUR = 0.85;
const GREATEST_SCALED = 0.9;

/** The disturbance is fitted to days up to this clearness. Months of twilight can exceed it. */
const GREATEST_DISTURBED = 0.85;

/**
 * The disturbance has TAG's form and dependence on the day's clearness. TAG has PHI 0.38 and a deviation of 0.14.
 * Scaling a day to its sum removes what its hours have in common, so these larger values give hours like those
 * measured at DTU Lyngby.
 */
const PHI = 0.86;
const DEVIATION = 0.25;

/** [day] Clearness index of every day of a place. 0 throughout a month without sun. */
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
