/** How uneven the days of a year of prices are. */
import { CLOCK_HOURS, MONTH_START, MONTHS } from '../../schemas/codec/axes.ts';

/** Highest less lowest hour of each day, [day]. */
export function dailySpreads(hours: Float64Array): Float64Array {
  return Float64Array.from({ length: hours.length / CLOCK_HOURS }, (_, day) => {
    const prices = hours.subarray(day * CLOCK_HOURS, (day + 1) * CLOCK_HOURS);
    return Math.max(...prices) - Math.min(...prices);
  });
}

/** Mean of `dailySpreads` over the days of each month, [month]. */
export function monthlySpreads(hours: Float64Array): Float64Array {
  const spreads = dailySpreads(hours);
  return Float64Array.from({ length: MONTHS }, (_, month) =>
    meanOf(
      spreads.subarray(MONTH_START[month] / CLOCK_HOURS, MONTH_START[month + 1] / CLOCK_HOURS),
    ),
  );
}

/** Mean of `dailySpreads` over the year. */
export function meanSpread(hours: Float64Array): number {
  return meanOf(dailySpreads(hours));
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
