import type { Choices } from '../columns/choices.ts';
import type { Column } from '../columns/column.ts';
import { type NamedClock, rangeOf, type Stamp } from '../times/axis.ts';
import { findClock, moveEnds, toInstants, toSwedish } from '../times/clock.ts';
import { stepLengths, usualStep } from '../times/step-lengths.ts';
import { findKind, isCounter, type Kind } from '../values/kinds.ts';
import { nameRole } from '../values/names.ts';
import { UNITS, type Unit } from '../values/units.ts';
import { fillBlanks } from './blanks.ts';
import { sumHours } from './hours.ts';
import { sortValues, type TimedValues, toIntervals } from './intervals.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A column with its unit and kind. */
export interface Measured extends Column {
  at: number;
  kind: Kind;
  /** The unit that counts, and whether the file or a person names it. */
  countsAs: Unit;
  isUnitStated: boolean;
  /** Blank cells that count as 0, and whether they may be values that are missing. */
  blanks: { count: number; isDoubtful: boolean } | null;
}

/** Finds unit and kind of each column. A column without a unit has that of the others, if they have one. */
export function measureColumns(columns: readonly Column[], choices: Choices): Measured[] {
  const stated = new Set(
    columns.flatMap(({ unit }) => (unit && !UNITS[unit].isPower ? [unit] : [])),
  );
  const common = stated.size === 1 ? [...stated][0] : null;
  const measured = columns.map((column, at) => {
    const { axis, values, heads } = column;
    const sorted = sortValues(toInstants(axis, 'swedish'), values, null);
    const unit = choices.units[at] ?? column.unit;
    const kind = choices.kinds[at] ?? findKind(heads, unit, sorted.instants, sorted.values);
    const own = unit ?? (kind === 'power' ? 'kW' : (common ?? 'kWh'));
    const isUnitStated = unit !== null || common !== null;
    return { ...column, at, kind, countsAs: own, isUnitStated, blanks: null };
  });
  return measured.map((column) =>
    isStill(column, measured) ? { ...column, kind: 'reading' } : withZeros(column, measured),
  );
}

/** Counts blank cells of energies and powers as 0, where the column has them for it. */
function withZeros(column: Measured, all: readonly Measured[]): Measured {
  const others = all.filter(
    (each) => each !== column && each.axis === column.axis && (each.unit || isEnergy(each)),
  );
  const filled = !isCounter(column.kind) && isEnergy(column) ? fillBlanks(column, others) : null;
  return filled ? { ...column, values: filled.values, blanks: filled } : column;
}

/** Whether a column's name does not say that it is something else. */
function isEnergy(column: Column): boolean {
  return nameRole(column) !== 'ignored';
}

/** Whether a column is a counter that never moved, next to others that did. */
function isStill(column: Measured, all: readonly Measured[]): boolean {
  const { values, table, kind } = column;
  const isNamed = (each: Column) => (nameRole(each) ?? 'ignored') !== 'ignored';
  return (
    kind === 'energy' &&
    isNamed(column) &&
    values[0] !== 0 &&
    values.every((value) => value === values[0]) &&
    all.some((each) => each.table === table && each.kind === 'reading' && isNamed(each))
  );
}

/** Finds the clock that the first column's stamps are of: a person's choice, the file's word, or the days on which it changes. */
export function chooseClock(
  columns: readonly Column[],
  choices: Choices,
  stamp: Stamp | null,
): NamedClock | null {
  const stated = choices.clock ?? columns[0].axis.clock;
  if (stated) return stated;
  // A register may have no line on the days when the clock changes.
  for (const axis of new Set(columns.map((each) => each.axis))) {
    const values = columns.flatMap((each) => (each.axis === axis ? [each.values] : []));
    const starts = stamp === 'end' ? moveEnds(axis) : null;
    const found = findClock(starts ?? axis, values);
    if (found) return found === 'winter' && isUtcYear(axis.clockMs) ? 'utc' : found;
  }
  return null;
}

/** Whether readings of a clock are those of Swedish days by UTC: such a year begins at 23:00, or in summer at 22:00. */
function isUtcYear(clockMs: Float64Array): boolean {
  const [first, last] = rangeOf(clockMs).map((ms) => new Date(toSwedish(ms)).getUTCHours());
  return first === 0 && last === 23;
}

/**
 * Finds whether stamps are starts or ends, from the file's word or from its first and last line: a file begins and
 * ends with a Swedish day, or with one of UTC. Null if neither shows it.
 */
export function findStamp({ axis, kind }: Column & { kind: Kind }): Stamp | null {
  if (axis.stamp) return axis.stamp;
  const isLocal = Number.isNaN(axis.offsetMin[0]);
  const times = isLocal ? axis.clockMs : toInstants(axis, 'swedish');
  const sorted = times.toSorted().filter((ms, i, all) => !Number.isNaN(ms) && ms !== all[i - 1]);
  if (sorted.length < 2) return null;
  const lengths = stepLengths(sorted, 'start');
  const written = stampOfDays(sorted, lengths);
  const isUtc = !isLocal || axis.clock === 'utc' || (!written && isUtcYear(sorted));
  const moved = isUtc ? stampOfDays(sorted.map(toSwedish), lengths) : null;
  // A year of UTC by its starts has the stamps of a Swedish year by its ends.
  if (written && moved && written !== moved) return null;
  if (written ?? moved) return written ?? moved;
  // An uneven logger writes the reading that it sees.
  return isCounter(kind) && !isRegular(lengths) ? 'end' : null;
}

/** Steps of a logger differ, and a line may be missing. */
const UNEVEN = 3;

/** Whether the first line starts a day and the last one is a step before midnight, or the other way round. */
function stampOfDays(clockMs: Float64Array, lengths: Float64Array): Stamp | null {
  const [first, last] = [clockMs[0] % DAY_MS, clockMs[clockMs.length - 1] % DAY_MS];
  if (last === 0 && first > 0 && first <= UNEVEN * lengths[0]) return 'end';
  const isLastStep = last > 0 && DAY_MS - last <= UNEVEN * lengths[lengths.length - 1];
  return first === 0 && isLastStep ? 'start' : null;
}

function isRegular(lengths: Float64Array): boolean {
  const usual = usualStep(lengths);
  return lengths.filter((length) => length === usual).length > 0.9 * lengths.length;
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
export function measureHours(column: Measured, clock: NamedClock, stamp: Stamp) {
  const isMoved = stamp === 'end' && clock === 'swedish' && !isCounter(column.kind);
  const starts = isMoved ? moveEnds(column.axis) : null;
  const timed = timeValues(starts ? { ...column, axis: starts } : column, clock);
  const { kwh } = UNITS[column.countsAs];
  const intervals = toIntervals(timed, column.kind, kwh, starts ? 'start' : stamp);
  const { spread, resets, rewritten } = intervals;
  return { ...sumHours(intervals), spread, resets, rewritten };
}
