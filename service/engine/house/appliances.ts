import { monthQuantiles, normalQuantile } from '#clock/fixed-order.ts';
import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { Appliances, TypeCurve } from '../../../schemas/types.ts';
import { sum } from '../statistics.ts';
import type { HouseYear } from './house-year.ts';
import { scaleMonth } from './scale-month.ts';

/** Busy and empty days, which differ by 15 %. */
const DAY_FACTORS = monthQuantiles(2403, 0.4, 1).map((u) => Math.exp(0.15 * normalQuantile(u)));
const HOUR_NORMALS = monthQuantiles(2404, 0.5, 24).map(normalQuantile);

/**
 * Published curves spread less from hour to hour than houses of one size do: 0.43 (standard deviation
 * over mean, mean of the hours) in Sweden, 0.75 in Energiavirasto's load type 4, houses' sizes in it.
 */
const SPREAD_FACTOR = 1.25;

/** Use rises by 1 % for each degree that a day is colder than its month. Our choice. */
const PER_DEGREE = 0.01;
const MIN_DAY = 0.5;

/**
 * Load of appliances and light, kWh of each hour: each day's type curve by season and kind of day,
 * with log-normal hours about it. The months have their shares of the year.
 */
export function appliancesLoad(
  { months, type_curves }: Appliances,
  { monthC, dayC, dayOff }: HouseYear,
  kwh: number,
): Float64Array {
  const load = new Float64Array(HOURS);
  const ofAll = sum(months.shares);
  for (let month = 0; month < MONTHS; month++) {
    const curves = dayCurves(type_curves.seasons, monthC[month]);
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
      const day = Math.floor(t / CLOCK_HOURS);
      const curve = curves[dayOff[day]];
      const hour = t % CLOCK_HOURS;
      const coldFactor = Math.max(MIN_DAY, 1 - PER_DEGREE * (dayC[day] - monthC[month]));
      const spread = Math.exp(curve.sigma[hour] * HOUR_NORMALS[t]);
      load[t] = coldFactor * DAY_FACTORS[day] * curve.median[hour] * spread;
    }
    scaleMonth(month, (kwh * months.shares[month]) / ofAll, load);
  }
  return load;
}

/** The log-normal distribution of each hour of a day. */
interface DayCurve {
  median: number[];
  /** Standard deviation of the logarithm. */
  sigma: number[];
}

/** A working day and a day off at an outdoor temperature. */
function dayCurves(seasons: readonly TypeCurve[], temperatureC: number): [DayCurve, DayCurve] {
  const at = (of: (season: TypeCurve) => number[]) => between(seasons, temperatureC, of);
  return [
    logNormal(
      at((season) => season.weekday),
      at((season) => season.weekday_sd),
    ),
    logNormal(
      at((season) => season.weekend),
      at((season) => season.weekend_sd),
    ),
  ];
}

/** A row of the curves at a temperature: linear between the seasons, the outermost beyond them. */
function between(
  seasons: readonly TypeCurve[],
  temperatureC: number,
  rowOf: (season: TypeCurve) => number[],
): number[] {
  const next = seasons.findIndex((season) => season.mean_temperature_c >= temperatureC);
  if (next === 0) return rowOf(seasons[0]);
  if (next < 0) return rowOf(seasons[seasons.length - 1]);
  const [colder, warmer] = [seasons[next - 1], seasons[next]];
  const part =
    (temperatureC - colder.mean_temperature_c) /
    (warmer.mean_temperature_c - colder.mean_temperature_c);
  const ends = rowOf(warmer);
  return rowOf(colder).map((value, hour) => value + part * (ends[hour] - value));
}

function logNormal(means: readonly number[], deviations: readonly number[]): DayCurve {
  const variances = means.map((mean, hour) =>
    Math.log(1 + ((SPREAD_FACTOR * deviations[hour]) / mean) ** 2),
  );
  return {
    median: means.map((mean, hour) => mean * Math.exp(-variances[hour] / 2)),
    sigma: variances.map(Math.sqrt),
  };
}
