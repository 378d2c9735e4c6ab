import { HOUR_MS, utcOffsetMs } from '#clock/stockholm-time.ts';
import type { Stamp } from '../times/axis.ts';
import { stepLengths } from '../times/step-lengths.ts';
import { isCounter, type Kind } from '../values/kinds.ts';

/** Energies of intervals of any length, in time. */
export interface Intervals {
  /** Starts and ends, ms UTC. */
  startMs: Float64Array;
  endMs: Float64Array;
  kwh: Float64Array;
  /** Intervals longer than their neighbours, over which a counter's difference is spread. */
  spread: number;
  /** Times at which a counter began again. */
  resets: number;
  /** Times for which a later line has another value, which counts. */
  rewritten: number;
}

/** Values of a column by their times, in time and without those that are missing. */
export interface TimedValues {
  instants: Float64Array;
  values: Float64Array;
  /** Ends of the intervals that the file writes, ms UTC. Null for none. */
  ends: Float64Array | null;
  /** Times for which a later line has another value, which counts. */
  rewritten: number;
}

const DAY_MS = 24 * HOUR_MS;

/**
 * Puts values in order of time, without missing ones and without lines that stand twice.
 * @param instants of the stamps, ms UTC
 */
export function sortValues(
  instants: Float64Array,
  values: Float64Array,
  ends: Float64Array | null,
): TimedValues {
  if (isInOrder(instants, values)) return { instants, values, ends, rewritten: 0 };
  const rows = new Int32Array(values.length);
  let count = 0;
  let isSorted = true;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || Number.isNaN(instants[i])) continue;
    if (count > 0 && instants[i] < instants[rows[count - 1]]) isSorted = false;
    rows[count++] = i;
  }
  const filled = rows.subarray(0, count);
  if (!isSorted) filled.sort((a, b) => instants[a] - instants[b] || a - b);
  const once = filled.filter((row, k) => {
    const before = filled[k - 1];
    return k === 0 || instants[row] !== instants[before] || values[row] !== values[before];
  });
  const last = once.filter((row, k) => !isRewritten(instants[row], instants[once[k + 1]]));
  const isFew = once.length - last.length <= MOST_REWRITTEN * once.length;
  const own = isFew ? last : once;
  const pick = (from: Float64Array) => {
    const picked = new Float64Array(own.length);
    for (let k = 0; k < own.length; k++) picked[k] = from[own[k]];
    return picked;
  };
  return {
    instants: pick(instants),
    values: pick(values),
    ends: ends && pick(ends),
    rewritten: once.length - own.length,
  };
}

function isInOrder(instants: Float64Array, values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const isLater = instants[i] > (i === 0 ? Number.NEGATIVE_INFINITY : instants[i - 1]);
    if (!isLater || Number.isNaN(values[i])) return false;
  }
  return true;
}

/** More lines that stand twice are those of another meter. */
const MOST_REWRITTEN = 0.1;

/** Whether the next line has the same time. A clock may not tell the two hours of autumn apart. */
function isRewritten(ms: number, nextMs: number): boolean {
  return ms === nextMs && utcOffsetMs(ms - HOUR_MS) === utcOffsetMs(ms + HOUR_MS);
}

/** Computes the energies of a column. @param kwhPerUnit kWh of an energy of 1, or kW of a power of 1 */
export function toIntervals(
  timed: TimedValues,
  kind: Kind,
  kwhPerUnit: number,
  stamp: Stamp,
): Intervals {
  const { instants, values, ends } = timed;
  const lengths = stepLengths(instants, stamp);
  if (isCounter(kind)) return differences(timed, lengths, kind, kwhPerUnit, stamp);
  const startMs = new Float64Array(values.length);
  const endMs = new Float64Array(values.length);
  const kwh = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const written = ends ? ends[i] - instants[i] : Number.NaN;
    const length =
      written > 0 && written < DAY_MS && written < 1.5 * lengths[i] ? written : lengths[i];
    startMs[i] = stamp === 'start' ? instants[i] : instants[i] - length;
    endMs[i] = startMs[i] + length;
    kwh[i] = values[i] * kwhPerUnit * (kind === 'power' ? length / HOUR_MS : 1);
  }
  return { startMs, endMs, kwh, spread: 0, resets: 0, rewritten: timed.rewritten };
}

/** Differences of a counter. A difference over a hole is spread over it. */
function differences(
  { instants, values, rewritten }: TimedValues,
  lengths: Float64Array,
  kind: Kind,
  kwhPerUnit: number,
  stamp: Stamp,
): Intervals {
  const n = values.length;
  const shift = (i: number) => (stamp === 'start' ? lengths[i] : 0);
  const startMs = new Float64Array(n);
  const endMs = new Float64Array(n);
  const kwh = new Float64Array(n);
  const limit = largestStep(values);
  let [spread, resets] = [0, 0];
  for (let i = 1; i < n; i++) {
    startMs[i] = instants[i - 1] + shift(i - 1);
    endMs[i] = instants[i] + shift(i);
    // A counter's digits, without those of the difference of two floating point numbers.
    const step = Math.round(1e9 * (values[i] - values[i - 1])) / 1e9;
    const isDayLater = kind === 'daily' && step < 0;
    if (endMs[i] - startMs[i] > 1.5 * lengths[i]) {
      // Before a day's counter began again nothing is known.
      if (isDayLater) startMs[i] = endMs[i] - lengths[i];
      else spread++;
    }
    if (step < 0 && kind === 'reading') resets++;
    kwh[i] = kwhPerUnit * (step >= 0 ? step : afterFall(values, i, limit, kind));
  }
  // A counter's first value is of the time before, except that of a day's counter at its first hour.
  startMs[0] = instants[0] + shift(0) - lengths[0];
  endMs[0] = instants[0] + shift(0);
  kwh[0] = kind === 'daily' && values[0] <= limit ? kwhPerUnit * values[0] : Number.NaN;
  return { startMs, endMs, kwh, spread, resets, rewritten };
}

/** The largest rise but for a few. */
function largestStep(values: Float64Array): number {
  const steps = new Float64Array(Math.max(1, values.length - 1));
  for (let i = 1; i < values.length; i++) steps[i - 1] = Math.max(0, values[i] - values[i - 1]);
  steps.sort();
  return steps[Math.floor(0.999 * (steps.length - 1))] || steps[steps.length - 1];
}

/** Energy that a counter has counted where it is lower than before: begun again, over its highest number, or rounding. */
function afterFall(values: Float64Array, i: number, limit: number, kind: Kind): number {
  const [before, now] = [values[i - 1], values[i]];
  if (kind === 'daily') return now;
  if (before - now <= limit) return 0;
  const highest = 10 ** Math.ceil(Math.log10(before));
  const over = highest - before + now;
  if (over <= 2 * limit && before > 0.9 * highest) return over;
  return now <= 2 * limit ? now : Number.NaN;
}
