import { type Table, widthOf } from '../files/table.ts';
import { findStamps } from '../times/stamps.ts';
import { bareColumns } from './bare-columns.ts';
import { findBody } from './body.ts';
import type { Writing } from './choices.ts';
import type { Column, TimedCells } from './column.ts';
import { splitRegisters } from './registers.ts';
import { findDayColumns, unfoldDays } from './wide-table.ts';

/**
 * Finds the columns of numbers in a table with a line for each time, a line for each day, a column for each time, or
 * without times.
 * @throws MeterProblem noDate, valueCount, noTable
 */
export function readColumns(table: Table, writing: Writing): Column[] {
  const found = findBody(table);
  if (!found) return bareColumns(table, writing.decimal);
  const { body, timeColumns } = found;
  const { axis, columns: used, isDaily } = findStamps(body, timeColumns, writing.order);
  const width = widthOf(body.rows);
  const others = Array.from({ length: width }, (_, at) => at).filter((at) => !used.has(at));
  const columns = others.map((at) => ({
    heads: body.heads[at] ?? [],
    outside: body.outside[at] ?? [],
    cells: body.rows.map((row) => row[at] ?? ''),
  }));
  const cells: TimedCells = { axis, isDaily, columns };
  const days = isDaily ? findDayColumns(columns) : null;
  return splitRegisters(days ? unfoldDays(cells, days) : cells, table, writing.decimal);
}
