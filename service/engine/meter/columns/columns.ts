import { MeterProblem } from '../files/problem.ts';
import { columnOf, type Table, widthOf } from '../files/table.ts';
import { type Body, findStamps } from '../times/stamps.ts';
import { bareColumns } from './bare-columns.ts';
import { findBody } from './body.ts';
import type { Writing } from './choices.ts';
import type { Column } from './column.ts';
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
    cells: columnOf(body.rows, at),
  }));
  const cells = { axis, columns };
  if (table.separator === ',') rejectLostQuotes(body, others);
  const days = isDaily ? findDayColumns(columns) : null;
  return splitRegisters(days ? unfoldDays(cells, days) : cells, table, writing.decimal);
}

/** Fewer lines than this part with more cells than the head are slips. */
const LEAST_LONGER = 0.01;

/**
 * Fails on lines with more cells than the head in which whole numbers stand side by side: 1,25 became 1 and 25.
 * @throws MeterProblem moreCells
 */
function rejectLostQuotes({ rows, lines, heads }: Body, others: readonly number[]): void {
  const named = heads.length;
  const longer = rows.flatMap((row, i) => (named > 0 && row[named] ? [i] : []));
  if (longer.length <= LEAST_LONGER * rows.length) return;
  const isWhole = (cell = '') => /^-?\d+$/.test(cell);
  const isSplit = others.some(
    (at) =>
      longer.filter((i) => isWhole(rows[i][at]) && isWhole(rows[i][at + 1])).length >
      0.9 * longer.length,
  );
  if (!isSplit) return;
  const [first] = longer;
  throw new MeterProblem('moreCells', {
    line: lines[first],
    cells: rows[first].length,
    heads: named,
  });
}
