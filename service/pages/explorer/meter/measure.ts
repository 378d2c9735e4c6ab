import type { NamedClock, Stamp } from './axis.ts';
import type { Choices } from './choices.ts';
import { findClock, moveEnds, toInstants } from './clock.ts';
import type { Column } from './column.ts';
import { type HourSums, sumHours } from './hours.ts';
import { sortValues, type TimedValues, toIntervals } from './intervals.ts';
import { findKind, type Kind } from './kinds.ts';
import { nameRole } from './names.ts';
import { stepLengths, usualStep } from './step-lengths.ts';
import { UNITS, type Unit } from './units.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A column with its unit and kind. */
export interface Measured extends Column {
  at: number;
  kind: Kind;
  /** The unit that counts, and whether the file or a person names it. */
  countsAs: Unit;
  isUnitSaid: boolean;
}

/** Finds unit and kind of each column. A column without a unit has that of the others, if they have one. */
export function measureColumns(columns: readonly Column[], choices: Choices): Measured[] {
  const said = new Set(columns.flatMap(({ unit }) => (unit && !UNITS[unit].isPower ? [unit] : [])));
  const common = said.size === 1 ? [...said][0] : null;
  const instants = new Map<object, Float64Array>();
  const measured = columns.map((column, at) => {
    const { axis, values, heads } = column;
    const times = instants.get(axis) ?? toInstants(axis, 'swedish');
    instants.set(axis, times);
    const sorted = sortValues(times, values, null);
    const unit = choices.units[at] ?? column.unit;
    const kind = choices.kinds[at] ?? findKind(heads, unit, sorted.instants, sorted.values);
    const own = unit ?? (kind === 'power' ? 'kW' : (common ?? 'kWh'));
    return { ...column, at, kind, countsAs: own, isUnitSaid: unit !== null || common !== null };
  });
  return measured.map((column) =>
    isStill(column, measured) ? { ...column, kind: 'reading' } : column,
  );
}

/** Whether a column is a counter that never moved, next to others of its role. */
function isStill({ values, heads, table, kind }: Measured, all: readonly Measured[]): boolean {
  const role = nameRole(heads);
  return (
    kind === 'energy' &&
    role !== null &&
    values[0] !== 0 &&
    values.every((value) => value === values[0]) &&
    all.some(
      (each) => each.table === table && each.kind === 'reading' && nameRole(each.heads) === role,
    )
  );
}

/** Finds the clock that the first column's stamps are of: a person's choice, the file's word, or the days on which it changes. */
export function chooseClock(
  [first, ...others]: readonly Column[],
  choices: Choices,
  stamp: Stamp | null,
): NamedClock | null {
  const { axis } = first;
  if (choices.clock) return choices.clock;
  if (axis.clock) return axis.clock;
  const starts = stamp === 'end' ? moveEnds(axis) : null;
  const columns = [first, ...others].filter((each) => each.axis === axis);
  const found = findClock(
    starts ?? axis,
    columns.map(({ values }) => values),
  );
  return found === 'winter' && beginsAtEleven(axis.clockMs) ? 'utc' : found;
}

/** A Swedish year by the clock of UTC begins at 23:00. */
function beginsAtEleven(clockMs: Float64Array): boolean {
  const [first, last] = findEnds(clockMs);
  return new Date(first).getUTCHours() === 23 && new Date(last).getUTCHours() === 22;
}

function findEnds(clockMs: Float64Array): [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const ms of clockMs) {
    if (ms < first) first = ms;
    if (ms > last) last = ms;
  }
  return [first, last];
}

/** Finds whether stamps are starts or ends, from the file's word or the first and the last stamp; null if nothing says. */
export function findStamp({ axis, values, kind }: Measured): Stamp | null {
  if (axis.stamp) return axis.stamp;
  const filled = axis.clockMs
    .filter((ms, i) => !Number.isNaN(ms) && !Number.isNaN(values[i]))
    .sort();
  if (filled.length < 2) return null;
  const lengths = stepLengths(filled, 'start');
  const step = usualStep(lengths);
  const [first, last] = [filled[0] % DAY_MS, filled[filled.length - 1] % DAY_MS];
  if (last === 0 && (first === step || first === lengths[0])) return 'end';
  if (kind === 'reading' || kind === 'daily') {
    const isRegular = lengths.filter((length) => length === step).length > 0.9 * lengths.length;
    return isRegular && last !== 0 ? null : 'end';
  }
  const isLocal = Number.isNaN(axis.offsetMin[0]);
  return isLocal && first === 0 && last === DAY_MS - step ? 'start' : null;
}

/** Steps of a column, minutes, that a good part of its time is in, in the order of time. */
export function listSteps(lengths: Float64Array): number[] {
  const sums = new Map<number, number>();
  let all = 0;
  for (const length of lengths) {
    const minutes = Math.round(length / MINUTE_MS);
    sums.set(minutes, (sums.get(minutes) ?? 0) + length);
    all += length;
  }
  return [...sums].filter(([, sum]) => sum > 0.05 * all).map(([minutes]) => minutes);
}

/** Values of a column in time, by a clock. */
export function timeValues({ axis, values }: Column, clock: NamedClock): TimedValues {
  const instants = toInstants(axis, clock);
  const hasEnds = axis.endMs.some((ms) => !Number.isNaN(ms));
  const ends = hasEnds ? instants.map((ms, i) => ms + axis.endMs[i] - axis.clockMs[i]) : null;
  return sortValues(instants, values, ends);
}

/** Adds up a column's energy by hours of UTC. */
export function measureHours(
  column: Measured,
  clock: NamedClock,
  stamp: Stamp,
): HourSums & { spread: number; resets: number } {
  const isCounter = column.kind === 'reading' || column.kind === 'daily';
  const starts =
    stamp === 'end' && clock === 'swedish' && !isCounter ? moveEnds(column.axis) : null;
  const timed = timeValues(starts ? { ...column, axis: starts } : column, clock);
  const intervals = toIntervals(
    timed,
    column.kind,
    UNITS[column.countsAs].kwh,
    starts ? 'start' : stamp,
  );
  return { ...sumHours(intervals), spread: intervals.spread, resets: intervals.resets };
}
