import { toSwedish } from '../times/clock.ts';
import { saysDaily, saysPower, saysReading } from './names.ts';
import { UNITS, type Unit } from './units.ts';

/** Quantities that a number of a column measures. */
export const KINDS = ['energy', 'power', 'reading', 'daily'] as const;
export type Kind = (typeof KINDS)[number];
/** Whether numbers are readings of a counter, and not the energy or power of each step. */
export const isCounter = (kind: Kind) => kind === 'reading' || kind === 'daily';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Energies fall as often as they rise. A counter falls where it is exchanged, and by rounding. */
const MOST_FALLS = 0.02;
const LEAST_RISES = 20;
/** A counter of the day falls on most days, at one time of day. */
const LEAST_DAYS = 0.6;
const SAME_TIME = 0.8;

/**
 * Finds the kind from all values, and from the unit and the name.
 * @param instants ms UTC, rising
 */
export function findKind(
  heads: readonly string[],
  unit: Unit | null,
  instants: Float64Array,
  values: Float64Array,
): Kind {
  if (unit && UNITS[unit].isPower) return 'power';
  const { rises, falls, days, sameTime, isGradual } = readCourse(instants, values);
  const grows = rises >= LEAST_RISES || (saysReading(heads) && rises > 0);
  const isDaily = falls > LEAST_DAYS * days && falls < 1.3 * days + 2 && sameTime > SAME_TIME;
  if (isDaily && rises > 3 * falls) return 'daily';
  if (isDaily && saysDaily(heads)) return 'daily';
  // No energy of so many steps only ever rises.
  if (falls === 0 && rises > 0 && values.length > 1000) return 'reading';
  if (grows && isGradual && falls <= 2 + MOST_FALLS * rises) return 'reading';
  return saysPower(heads) && unit === null ? 'power' : 'energy';
}

/** Counts how a column's numbers go up and down in time, and the days that they are of. */
function readCourse(instants: Float64Array, values: Float64Array) {
  const fallsAt = new Map<number, number>();
  let [rises, falls, rise, most, days, day] = [0, 0, 0, 0, 0, Number.NaN];
  for (let i = 1; i < values.length; i++) {
    const step = values[i] - values[i - 1];
    const clockMs = toSwedish(instants[i]);
    if (Math.floor(clockMs / DAY_MS) !== day) days++;
    day = Math.floor(clockMs / DAY_MS);
    most = Math.max(most, values[i]);
    if (step > 0) {
      rises++;
      rise += step;
    } else if (step < 0) {
      falls++;
      const minute = Math.floor((clockMs % DAY_MS) / MINUTE_MS);
      fallsAt.set(minute, (fallsAt.get(minute) ?? 0) + 1);
    }
  }
  const usual = [...fallsAt].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
  // Summer time, and a logger that is a few minutes late, move the fall.
  const near = [...fallsAt].filter(([minute]) => isNear(minute, usual));
  const sameTime = near.reduce((sum, [, count]) => sum + count, 0) / Math.max(1, falls);
  return {
    rises,
    falls,
    days,
    /** Part of the falls that are at the usual time of day. */
    sameTime,
    /** Whether a rise is small next to the highest value. */
    isGradual: rise / Math.max(1, rises) < most / 10,
  };
}

function isNear(minute: number, other: number): boolean {
  const apart = Math.abs(minute - other);
  return Math.min(apart, 24 * 60 - apart) <= 60;
}
