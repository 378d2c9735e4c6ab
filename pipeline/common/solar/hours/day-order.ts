import { DAYS, MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import { DAYS_BEFORE_MONTH } from '../calendar.ts';
import { lcgUniforms, normalQuantile } from './random-normals.ts';

const SEED = 1;
/** Correlation of a day's clearness with the day before: Graham, Hollands & Huget 1988 (Sol. Energy 40:83) give 0.29, DTU Lyngby's years 0.18 to 0.34. */
const LAG_1 = 0.3;

/**
 * The one order of clear and dull days that every place has: of each of the 365 days its quantile
 * among those of its month, (rank - 1/2) / days. An AR(1) series of normal numbers gives the ranks,
 * so that clear days follow clear ones as often as they do.
 */
export function dayQuantiles(): Float64Array {
  const series = autoregression();
  const quantiles = new Float64Array(series.length);
  MONTH_DAYS.forEach((days, month) => {
    const first = DAYS_BEFORE_MONTH[month];
    const order = Array.from({ length: days }, (_, i) => first + i);
    order.sort((a, b) => series[a] - series[b]);
    order.forEach((day, rank) => {
      quantiles[day] = (rank + 0.5) / days;
    });
  });
  return quantiles;
}

function autoregression(): Float64Array {
  let z = 0;
  return lcgUniforms(SEED, DAYS).map((u) => {
    z = LAG_1 * z + Math.sqrt(1 - LAG_1 * LAG_1) * normalQuantile(u);
    return z;
  });
}
