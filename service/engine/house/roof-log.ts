import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { mean, sum } from '../statistics.ts';

/** The largest system loss that the API takes. The least is 0. */
export const MAX_SYSTEM_LOSS = 0.6;

/** A roof's year as it was logged, and the year that is computed for it. */
export interface LogComparison {
  /** Energy of each month, kWh. */
  computedKwh: Float64Array;
  logKwh: Float64Array;
  /** The log's year over the computed one: what each computed hour is to be multiplied by. */
  factor: number;
  /** Parts of the log's spread that the computed year explains once it is multiplied, 1 at most. */
  explained: { months: number; meanDays: number; hours: number };
}

/**
 * Compares 8760 hours of a roof, kWh by the Swedish clock. What is explained is 1 - (squares of the differences) /
 * (squares about the log's mean), the coefficient of determination: of the 12 months, of the mean day of each month
 * by clock hour, and of all hours. Below 0 the mean of the log would be nearer. NaN where all values are the same.
 */
export function compareWithLog(computedKwh: Float64Array, logKwh: Float64Array): LogComparison {
  const [computed, log] = [monthSums(computedKwh), monthSums(logKwh)];
  const factor = sum(log) / sum(computed);
  return {
    computedKwh: computed,
    logKwh: log,
    factor,
    explained: {
      months: explainedPart(computed, log, factor),
      meanDays: explainedPart(meanDays(computedKwh), meanDays(logKwh), factor),
      hours: explainedPart(computedKwh, logKwh, factor),
    },
  };
}

/** The system loss under which a roof yields `factor` times what it does under `systemLoss`. Below 0 there is none. */
export function calibratedLoss(systemLoss: number, factor: number): number {
  return 1 - factor * (1 - systemLoss);
}

function explainedPart(computed: Float64Array, log: Float64Array, factor: number): number {
  const logMean = mean(log);
  let [missed, spread] = [0, 0];
  for (let i = 0; i < log.length; i++) {
    missed += (log[i] - factor * computed[i]) ** 2;
    spread += (log[i] - logMean) ** 2;
  }
  return 1 - missed / spread;
}

function monthSums(hours: Float64Array): Float64Array {
  return Float64Array.from({ length: MONTHS }, (_, month) =>
    sum(hours.subarray(MONTH_START[month], MONTH_START[month + 1])),
  );
}

/** Means by month and clock hour. */
function meanDays(hours: Float64Array): Float64Array {
  const means = new Float64Array(MONTHS * CLOCK_HOURS);
  let month = 0;
  for (let t = 0; t < HOURS; t++) {
    if (t === MONTH_START[month + 1]) month++;
    const days = (MONTH_START[month + 1] - MONTH_START[month]) / CLOCK_HOURS;
    means[month * CLOCK_HOURS + (t % CLOCK_HOURS)] += hours[t] / days;
  }
  return means;
}
