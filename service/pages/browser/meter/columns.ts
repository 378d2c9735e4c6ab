import type { Axis } from './axis.ts';
import { bareColumns } from './bare-columns.ts';
import { findBody } from './body.ts';
import { splitRegisters } from './registers.ts';
import { findStamps } from './stamps.ts';
import type { Table } from './table.ts';
import type { Unit } from './units.ts';
import { findDayColumns, unfoldDays } from './wide-table.ts';

/** A column of numbers of a file. */
export interface Column {
  /** As a person recognises it. */
  name: string;
  /** Cells of its head, the nearest first, without units. */
  heads: string[];
  /** Null if the file names none. */
  unit: Unit | null;
  axis: Axis;
  /** A value for each time of the axis; NaN for none. */
  values: Float64Array;
  /** Cells that are neither a number nor blank. */
  bad: { count: number; line: number; found: string } | null;
  /** Whether 1,234 may be 1.234 or 1234. */
  isDoubtful: boolean;
  /** File that the column is of. */
  table: string;
}

/** A table below its head: its times, and the cells of all other columns. */
export interface TimedCells {
  axis: Axis;
  /** Whether the times are days alone. */
  isDaily: boolean;
  columns: { heads: string[]; cells: string[] }[];
}

/**
 * Finds the columns of numbers in a table with a line for each time, a line for each day, a column for each time, or
 * without times.
 * @throws MeterProblem noDate, valueCount, noTable
 */
export function readColumns(table: Table): Column[] {
  const found = findBody(table);
  if (!found) return bareColumns(table);
  const { body, timeColumns } = found;
  const { axis, columns: used, isDaily } = findStamps(body, timeColumns);
  const width = Math.max(...body.rows.map((row) => row.length));
  const others = Array.from({ length: width }, (_, at) => at).filter((at) => !used.has(at));
  const columns = others.map((at) => ({
    heads: body.heads[at] ?? [],
    cells: body.rows.map((row) => row[at] ?? ''),
  }));
  const cells: TimedCells = { axis, isDaily, columns };
  const days = isDaily ? findDayColumns(columns) : null;
  return splitRegisters(days ? unfoldDays(cells, days) : cells, table);
}
