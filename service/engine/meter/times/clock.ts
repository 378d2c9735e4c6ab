import { HOUR_MS, utcOffsetMs } from '#clock/stockholm-time.ts';
import type { Axis, NamedClock } from './axis.ts';
import { stepLengths } from './step-lengths.ts';

const MINUTE_MS = 60_000;

/**
 * Finds the clock of a file that writes no offsets: the hour that spring skips, and the one that autumn repeats, are
 * in it or not. Null where the file has neither day.
 * @param columns values by row. A file that has the skipped hour by the Swedish clock writes 0 or nothing into it
 */
export function findClock(
  { clockMs, offsetMin }: Axis,
  columns: readonly Float64Array[],
): NamedClock | null {
  let [spring, springNear, autumn] = [0, 0, 0];
  const seen = new Set<number>();
  for (let i = 0; i < clockMs.length; i++) {
    const ms = clockMs[i];
    if (Number.isNaN(ms) || !Number.isNaN(offsetMin[i])) continue;
    // No change is near.
    if (utcOffsetMs(ms - 2 * HOUR_MS) === utcOffsetMs(ms)) continue;
    const change = changeAt(ms);
    if (change === 'spring' && columns.some((values) => Math.abs(values[i]) > 0)) spring++;
    if (changeAt(ms + HOUR_MS) === 'spring') springNear++;
    if (change === 'autumn') {
      if (seen.has(ms)) autumn++;
      seen.add(ms);
    }
  }
  if (autumn > 0) return 'swedish';
  if (spring > 1 || (spring > 0 && spring >= springNear)) return 'winter';
  return springNear > 0 ? 'swedish' : null;
}

/**
 * Moves stamps that are ends back by the length of their step, by the clock. Some files write the end as the start's
 * clock and a step, others as the clock shows it then: they differ on the days when the clock changes. Null for the
 * others, whose instants are moved.
 */
export function moveEnds(axis: Axis): Axis | null {
  const { clockMs, offsetMin } = axis;
  if (axis.isBare || !Number.isNaN(offsetMin[0])) return null;
  const order = Array.from(clockMs.keys()).sort((a, b) => clockMs[a] - clockMs[b]);
  const lengths = stepLengths(
    Float64Array.from(order, (row) => clockMs[row]),
    'end',
  );
  const moved = Float64Array.from(clockMs);
  for (const [k, row] of order.entries()) moved[row] -= lengths[k];
  return countMisfits(moved) < countMisfits(clockMs) ? { ...axis, clockMs: moved } : null;
}

/** Counts readings that the Swedish clock skips, less those that it has twice. */
function countMisfits(clockMs: Float64Array): number {
  let count = 0;
  const seen = new Set<number>();
  for (const ms of clockMs) {
    const change = changeAt(ms);
    if (change === 'spring') count++;
    if (change === 'autumn' && seen.has(ms)) count--;
    if (change === 'autumn') seen.add(ms);
  }
  return count;
}

/** Whether the clock skips this reading, or has it twice. */
function changeAt(clockMs: number): 'spring' | 'autumn' | null {
  // Both changes are in one hour of UTC. An hour before and after it, by winter time.
  const before = utcOffsetMs(clockMs - 2 * HOUR_MS);
  const after = utcOffsetMs(clockMs - HOUR_MS);
  if (before === after) return null;
  return before < after ? 'spring' : 'autumn';
}

/** A year is computed with several units, and its columns share an axis. */
const computed = new WeakMap<Axis, Partial<Record<NamedClock, Float64Array>>>();

/**
 * Returns the instants of an axis, ms UTC. A reading that autumn has twice is the summer's the first time.
 * @param clock of rows without an offset
 */
export function toInstants(axis: Axis, clock: NamedClock): Float64Array {
  const known = computed.get(axis) ?? {};
  computed.set(axis, known);
  known[clock] ??= computeInstants(axis, clock);
  return known[clock];
}

function computeInstants({ clockMs, offsetMin, isBare }: Axis, clock: NamedClock): Float64Array {
  const instants = new Float64Array(clockMs.length);
  const isFalling = falls(clockMs);
  const seen = new Set<number>();
  for (let k = 0; k < clockMs.length; k++) {
    const i = isFalling ? clockMs.length - 1 - k : k;
    const ms = clockMs[i];
    if (isBare) instants[i] = ms;
    else if (!Number.isNaN(offsetMin[i])) instants[i] = ms - offsetMin[i] * MINUTE_MS;
    else if (clock === 'utc') instants[i] = ms;
    else if (clock === 'winter') instants[i] = ms - HOUR_MS;
    else instants[i] = fromSwedish(ms, seen);
  }
  return instants;
}

function fromSwedish(ms: number, seen: Set<number>): number {
  // The hour that spring skips is read by winter time.
  if (changeAt(ms) !== 'autumn') return ms - utcOffsetMs(ms - 2 * HOUR_MS);
  const isSecond = seen.has(ms);
  seen.add(ms);
  return ms - (isSecond ? HOUR_MS : 2 * HOUR_MS);
}

/** Computes the Swedish clock's reading of instants, as if it were UTC. */
export function toSwedish(utcMs: number): number {
  return utcMs + utcOffsetMs(utcMs);
}

/** Whether the newest line stands first. */
function falls(clockMs: Float64Array): boolean {
  let steps = 0;
  for (let i = 1; i < clockMs.length; i++) steps += Math.sign(clockMs[i] - clockMs[i - 1]) || 0;
  return steps < 0;
}
