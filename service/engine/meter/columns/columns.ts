import { MeterProblem } from '../files/problem.ts';
import { type Table, widthOf } from '../files/table.ts';
import { type Body, findStamps } from '../times/stamps.ts';
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
  if (!table.isExact) rejectLostQuotes(body, others);
  const cells: TimedCells = { axis, isDaily, columns };
  const days = isDaily ? findDayColumns(columns) : null;
  return splitRegisters(days ? unfoldDays(cells, days) : cells, table, writing.decimal);
}

/**
 * Fails on lines with a cell more than the head where whole numbers stand side by side: 1,25 became 1 and 25.
 * @throws MeterProblem moreCells
 */
function rejectLostQuotes({ rows, lines, heads }: Body, others: readonly number[]): void {
  const [named, width] = [heads.length, widthOf(rows)];
  if (named === 0 || width <= named) return;
  const isMost = (is: (row: string[]) => boolean) => rows.filter(is).length > 0.9 * rows.length;
  const isWhole = (cell = '') => /^\d+$/.test(cell);
  const isSplit = others.some((at) => isMost((row) => isWhole(row[at]) && isWhole(row[at + 1])));
  if (!isSplit || !isMost((row) => Boolean(row[named]))) return;
  throw new MeterProblem('moreCells', { line: lines[0], cells: rows[0].length, heads: named });
}
