import { CLOCK_HOURS, HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { MeterProblem } from '../files/problem.ts';

/** Hours of the year that no line has, one after the other. */
export interface Gap {
  /** First hour of the 8760, and the one after the last. */
  from: number;
  to: number;
  /** How many of them count: a roof's dark hours do not. */
  hours: number;
}

/** Lists missing hours but for the one that spring skips. */
export function listMissing(kwh: Float64Array): number[] {
  const missing: number[] = [];
  for (let t = 0; t < HOURS; t++) if (Number.isNaN(kwh[t])) missing.push(t);
  const spring = missing.find(mayBeSkipped);
  return missing.filter((t) => t !== spring);
}

/** 02:00 on the days from 25 to 31 March. */
function mayBeSkipped(t: number): boolean {
  const from = MONTH_START[2] + 24 * CLOCK_HOURS;
  return t % CLOCK_HOURS === 2 && t >= from && t < MONTH_START[3];
}

/**
 * Lists the gaps that missing hours make.
 * @param isCounted whether an hour may have energy: the others are parts of a gap, but no gap of their own
 */
export function listGaps(missing: readonly number[], isCounted = (_t: number) => true): Gap[] {
  const gaps: Gap[] = [];
  let [gap, last]: [Gap | null, number] = [null, Number.NaN];
  for (const t of missing) {
    if (last !== t - 1) gap = null;
    last = t;
    if (!isCounted(t)) continue;
    if (gap) {
      gap.to = t + 1;
      gap.hours++;
    } else {
      gap = { from: t, to: t + 1, hours: 1 };
      gaps.push(gap);
    }
  }
  return gaps;
}

/** A file with larger gaps has no year. */
const MOST_MISSING = 0.25;

/** @param expected hours in which there may be energy @throws MeterProblem gaps */
export function rejectGaps(missing: readonly number[], expected = HOURS): void {
  if (missing.length <= MOST_MISSING * expected) return;
  const day = new Date(Date.UTC(2023, 0, 1, missing[0]));
  throw new MeterProblem('gaps', {
    count: missing.length,
    date: `${day.getUTCDate()}/${day.getUTCMonth() + 1}`,
  });
}

/** Fills missing hours in place with the mean of the same hour on the nearest days before and after. Spring's gets 0. */
export function fillMissing(kwh: Float64Array, missing: readonly number[]): void {
  const filled = missing.map((t) => {
    const near = [-CLOCK_HOURS, CLOCK_HOURS].flatMap((step) => findOnDays(kwh, t, step) ?? []);
    return near.length === 0 ? 0 : near.reduce((sum, each) => sum + each, 0) / near.length;
  });
  for (const [i, t] of missing.entries()) kwh[t] = filled[i];
  for (let t = 0; t < HOURS; t++) if (Number.isNaN(kwh[t])) kwh[t] = 0;
}

/** Days on the other side of a gap that are as near. */
const MOST_DAYS = 40;

function findOnDays(kwh: Float64Array, t: number, step: number): number | null {
  for (let days = 1; days <= MOST_DAYS; days++) {
    const other = (t + days * step + 10 * HOURS) % HOURS;
    if (!Number.isNaN(kwh[other])) return kwh[other];
  }
  return null;
}
