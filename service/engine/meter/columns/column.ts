import type { Axis } from '../times/axis.ts';
import type { DecimalSign } from '../values/numbers.ts';
import type { Unit } from '../values/units.ts';

/** A column of numbers of a file. */
export interface Column {
  /** As a person recognises it. */
  name: string;
  /** Cells of its head, the nearest first, without units. */
  heads: string[];
  /** Cells of lines above the table, and the name of its file: evidence where the head says nothing. */
  outside: string[];
  /** Null if the file names none. */
  unit: Unit | null;
  axis: Axis;
  /** A value for each time of the axis. NaN for none. */
  values: Float64Array;
  /** Cells that are neither a number nor blank. */
  bad: { count: number; line: number; found: string } | null;
  /** Its decimal sign. Null where no number has a sign. */
  decimal: DecimalSign | null;
  /** Whether 1,234 may be 1.234 or 1234. */
  isDoubtful: boolean;
  /** Estimated values that a measured one replaced. */
  estimates: number;
  /** File that the column is of. */
  table: string;
  /** The meter that it is of, where a file or several have more than one. Null for one, and for parts of one. */
  meter: string | null;
}

/** A table below its head: its times, and the cells of all other columns. */
export interface TimedCells {
  axis: Axis;
  columns: Cells[];
}

/** Cells of a column that are not read yet. */
export interface Cells {
  heads: string[];
  outside: string[];
  cells: string[];
}
