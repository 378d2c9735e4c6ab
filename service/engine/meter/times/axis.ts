import { extent } from 'd3-array';
import type { DateOrder } from './times.ts';

/** The times of a column's rows, as its file writes them. */
export interface Axis {
  /** Head of the column of times. */
  name: string;
  /** The clock's reading as if it were UTC, ms. */
  clockMs: Float64Array;
  /** Minutes by which that clock is ahead of UTC. NaN where the file does not say. */
  offsetMin: Float64Array;
  /** Reading at the end of the interval. NaN where the file does not say. */
  endMs: Float64Array;
  /** Line of each row as an editor counts it. */
  lines: Int32Array;
  /** Whether rows are a year's hours without times. */
  isBare: boolean;
  /** Whether the file has a row for each day: only energies are written so. */
  isRowADay: boolean;
  /** Meaning of the stamps, by their heads and form. Null if the file does not state it. */
  stamp: Stamp | null;
  /** Clock that the heads name. Null for none. */
  clock: NamedClock | null;
  /** Order of day, month and year in its dates. Null where each date shows its own. */
  order: DateOrder | null;
  /** Lines between the first and the last time that have values and no time. */
  badTimes: BadTime[];
  /** Whether 3/4 may be in March or in April. */
  isDoubtful: boolean;
}

/** A line whose time cannot be read. */
export interface BadTime {
  table: string;
  line: number;
  found: string;
}

/** Whether a stamp is the start or the end of its interval. */
export type Stamp = 'start' | 'end';

/** The clock of a file without offsets: the Swedish one, winter time all year, or UTC. */
export type NamedClock = 'swedish' | 'winter' | 'utc';

/** First and last reading of a clock. */
export function rangeOf(clockMs: Float64Array): [number, number] {
  const [first = Number.NaN, last = Number.NaN] = extent(clockMs);
  return [first, last];
}

/** The rows of an axis that `rows` lists. */
export function pickRows(axis: Axis, rows: readonly number[]): Axis {
  const pick = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]);
  return {
    ...axis,
    clockMs: pick(axis.clockMs),
    offsetMin: pick(axis.offsetMin),
    endMs: pick(axis.endMs),
    lines: Int32Array.from(rows, (row) => axis.lines[row]),
  };
}

/** Values of two parts of one table, one after the other. */
export function joinValues(first: Float64Array, second: Float64Array): Float64Array {
  const both = new Float64Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Axes of two parts of one table, one after the other. */
export function joinAxes(first: Axis, second: Axis): Axis {
  return {
    ...first,
    clockMs: joinValues(first.clockMs, second.clockMs),
    offsetMin: joinValues(first.offsetMin, second.offsetMin),
    endMs: joinValues(first.endMs, second.endMs),
    lines: Int32Array.from([...first.lines, ...second.lines]),
    badTimes: [...first.badTimes, ...second.badTimes],
    isDoubtful: first.isDoubtful || second.isDoubtful,
  };
}
