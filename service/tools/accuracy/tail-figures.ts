/** How a roof's hours hang together: what the sums and means of a year do not show. */
import { max, mean, quantile, sum } from 'd3-array';
import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { daySums, daysOf } from './house-figures.ts';

/** Least sine of the sun's elevation at which an hour counts. */
const LEAST_SINE = 0.1;
/** A day is dull below so much of its month's mean. */
const DULL_SHARE = 0.5;
const WEEK_DAYS = 7;

/**
 * Figures of a roof's year.
 * @param hoursKwh in winter time, as `sines`: the hours' mean sines of the sun's elevation
 * @returns correlation of an hour with the previous one, each less the mean of its month and hour and over
 * it. 99 % quantile of the change from hour to hour, kWh. Longest run of dull days. Least sum of 7 days, kWh
 */
export function tailFigures(hoursKwh: Float64Array, sines: Float64Array) {
  return {
    hour_correlation: hourCorrelation(hoursKwh, sines),
    ramp_99: ramp99(hoursKwh),
    dull_run_days: longestDullRun(hoursKwh),
    dullest_week: dullestWeek(hoursKwh),
  };
}

function hourCorrelation(hoursKwh: Float64Array, sines: Float64Array): number {
  const off = relativeAnomalies(hoursKwh);
  const isUp = (t: number) => sines[t] > LEAST_SINE;
  const pairs = Array.from(off.keys()).filter((t) => t + 1 < HOURS && isUp(t) && isUp(t + 1));
  const ownMean = mean(pairs, (t) => off[t]) ?? 0;
  const nextMean = mean(pairs, (t) => off[t + 1]) ?? 0;
  const together = sum(pairs, (t) => (off[t] - ownMean) * (off[t + 1] - nextMean));
  const own = sum(pairs, (t) => (off[t] - ownMean) ** 2);
  const next = sum(pairs, (t) => (off[t + 1] - nextMean) ** 2);
  return together / Math.sqrt(own * next);
}

/** Each hour over the mean of its month and clock hour, less 1. 0 where there is none. */
function relativeAnomalies(hoursKwh: Float64Array): Float64Array {
  const off = new Float64Array(HOURS);
  for (let month = 0; month < MONTHS; month++) {
    for (let hour = 0; hour < CLOCK_HOURS; hour++) {
      const those: number[] = [];
      for (let t = MONTH_START[month] + hour; t < MONTH_START[month + 1]; t += CLOCK_HOURS) {
        those.push(t);
      }
      const each = mean(those, (t) => hoursKwh[t]) ?? 0;
      if (each > 0) for (const t of those) off[t] = hoursKwh[t] / each - 1;
    }
  }
  return off;
}

function ramp99(hoursKwh: Float64Array): number {
  const changes = Array.from(hoursKwh.subarray(1), (kwh, t) => Math.abs(kwh - hoursKwh[t]));
  return quantile(changes, 0.99) ?? 0;
}

function longestDullRun(hoursKwh: Float64Array): number {
  const days = Float64Array.from(daySums(hoursKwh));
  const isDull = Array.from({ length: MONTHS }, (_, month) => {
    const own = Array.from(daysOf(days, month));
    return own.map((kwh) => kwh < DULL_SHARE * (mean(own) ?? 0));
  }).flat();
  let run = 0;
  return max(isDull, (dull) => (run = dull ? run + 1 : 0)) ?? 0;
}

function dullestWeek(hoursKwh: Float64Array): number {
  const days = daySums(hoursKwh);
  const weeks = days.slice(WEEK_DAYS - 1).map((_, day) => sum(days.slice(day, day + WEEK_DAYS)));
  return Math.min(...weeks);
}
