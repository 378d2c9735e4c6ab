import { MeterProblem } from '../files/problem.ts';
import { columnOf, type Table, widthOf } from '../files/table.ts';
import type { Axis } from '../times/axis.ts';
import { type DecimalSign, isBlank, readNumbers } from '../values/numbers.ts';
import { readUnit, unitOf } from '../values/units.ts';
import type { Column } from './column.ts';

const DAY_HOURS = 24;
const YEARS = [
  { hours: 365 * DAY_HOURS, startMs: Date.UTC(2023, 0, 1) },
  { hours: 366 * DAY_HOURS, startMs: Date.UTC(2024, 0, 1) },
];
const STEPS_AN_HOUR = [1, 2, 4, 6, 12];
const HOUR_MS = 3_600_000;
const isNumber = (cell: string) => /^[-+−]?[\d.,]*\d(?:e[-+]?\d+)?$/i.test(cell);

/**
 * Reads a file without times: a line for each step of a year, or all of them in lines of any length.
 * @throws MeterProblem noTable, valueCount
 */
export function bareColumns(
  { name, rows, lines, separator }: Table,
  decimal: DecimalSign | null,
): Column[] {
  const first = rows.findIndex((row) => row.some(isNumber));
  if (first < 0) throw new MeterProblem('noTable');
  const body = rows
    .slice(first)
    .map((row) => row.filter((_, i) => i < row.length - 1 || row[i] !== ''));
  const width = widthOf(body);
  const heads = rows.slice(0, first).reverse();
  const column = (cells: string[], at: number, axis: Axis): Column => {
    const known = { isExact: separator === null, decimal, fallback: null };
    const { values, bad, ...written } = readNumbers(cells, known);
    if (bad.length > 0) {
      const [line, found] = [axis.lines[bad[0]], cells[bad[0]]];
      throw new MeterProblem('badValue', { line, column: name, found });
    }
    const names = heads.flatMap((row) => row[at] ?? []);
    const own = names.filter((head) => readUnit(head) === null);
    return {
      name: own[0] ?? name,
      heads: own,
      outside: [],
      unit: unitOf(names),
      axis,
      values,
      bad: null,
      decimal: written.decimal,
      isDoubtful: written.isDoubtful,
      estimates: 0,
      table: name,
      meter: null,
    };
  };
  const asRows = yearAxis(body.length, lines.slice(first));
  if (asRows && body.length > 1) {
    return Array.from({ length: width }, (_, at) => column(columnOf(body, at), at, asRows));
  }
  const cells = body.flat();
  const cellLines = body.flatMap((row, i) => row.map(() => lines[first + i]));
  const axis = yearAxis(cells.length, cellLines);
  if (axis) return [column(cells, 0, axis)];
  throw new MeterProblem('valueCount', { count: cells.filter((cell) => !isBlank(cell)).length });
}

/** The times of a year's steps. Null if there are more or fewer values than any has. */
function yearAxis(count: number, lines: readonly number[]): Axis | null {
  for (const { hours, startMs } of YEARS) {
    const perHour = count / hours;
    if (!STEPS_AN_HOUR.includes(perHour)) continue;
    const none = new Float64Array(count).fill(Number.NaN);
    return {
      name: '',
      clockMs: Float64Array.from({ length: count }, (_, i) => startMs + (i * HOUR_MS) / perHour),
      offsetMin: none,
      endMs: none,
      lines: Int32Array.from(lines),
      isBare: true,
      isRowADay: false,
      stamp: 'start',
      clock: null,
      order: null,
      badTimes: [],
      isDoubtful: false,
    };
  }
  return null;
}
