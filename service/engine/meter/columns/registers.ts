import { group } from 'd3-array';
import { MeterProblem } from '../files/problem.ts';
import type { Table } from '../files/table.ts';
import { type Axis, pickRows } from '../times/axis.ts';
import { isTime } from '../times/times.ts';
import { saysTariff } from '../values/names.ts';
import { type DecimalSign, findDecimalSign, isBlank, readNumbers } from '../values/numbers.ts';
import { readUnit, type Unit, unitFactor, unitOf } from '../values/units.ts';
import type { Cells, Column, TimedCells } from './column.ts';
import { dropEstimates, saysEstimates } from './estimates.ts';

/** More registers than this are something else, such as remarks. */
const MOST_REGISTERS = 30;
/** Times that stand twice in more lines than this part are those of several registers. */
const TWICE = 0.005;
/** An hour of the autumn stands twice, in steps of five minutes. */
const AUTUMN_STEPS = 13;
const REGISTER_NAME =
  /entity|statistic|sensor|register|device|enhetsnamn|växelriktare|inverter|serie|obis/i;

/** Makes a column of each register whose lines are in one column, and reads the numbers. */
export function splitRegisters(
  { axis, columns }: TimedCells,
  table: Table,
  decimal: DecimalSign | null,
): Column[] {
  const unitCells = columns.find(({ cells }) => isUnitColumn(cells))?.cells ?? null;
  const marks = columns.find(({ cells }) => saysEstimates(cells))?.cells ?? null;
  const others = columns.filter(({ cells }) => cells !== unitCells && cells !== marks);
  const keys = findKeys(axis, others);
  const groups = groupRows(axis.clockMs.length, keys);
  const isParts = keys.some(({ heads }) => heads.some((head) => REGISTER_NAME.test(head)));
  const signs = others
    .map(({ cells }) => findDecimalSign(cells))
    .filter(({ isDoubtful }) => !isDoubtful);
  const fallback = signs.find((each) => each.sign !== null)?.sign ?? null;
  return [...groups].flatMap(([key, rows]) => {
    const pick = (cells: readonly string[]) => rows.map((row) => cells[row]);
    const parts: ColumnParts = {
      axis: keys.length === 0 ? axis : pickRows(axis, rows),
      units: unitCells && pick(unitCells).map(readUnit),
      marks: marks && pick(marks),
      ...{ decimal, fallback, table, isParts },
    };
    return others
      .filter((each) => !keys.includes(each))
      .flatMap((each) => readColumn({ ...each, cells: pick(each.cells) }, key, parts) ?? []);
  });
}

function isUnitColumn(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => cell !== '') &&
    cells.every((cell) => cell === '' || readUnit(cell) !== null)
  );
}

/** Finds the columns whose cells distinguish lines of the same time. */
function findKeys(axis: Axis, columns: readonly Cells[]): Cells[] {
  const found = columns.filter(isKey).sort((a, b) => Number(isNumberOf(a)) - Number(isNumberOf(b)));
  const keys = found.filter(({ heads }) => heads.some((head) => REGISTER_NAME.test(head)));
  let twice = countTwice(axis, keys);
  while (twice > AUTUMN_STEPS + TWICE * axis.clockMs.length) {
    const rest = found.filter((each) => !keys.includes(each));
    const counts = rest.map((each) => countTwice(axis, [...keys, each]));
    const least = counts.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    if (!(least < 0.6 * twice)) break;
    keys.push(rest[counts.indexOf(least)]);
    twice = least;
  }
  return keys;
}

/** A name says more than the number of a meter. */
function isNumberOf({ cells }: Cells): boolean {
  return /^\d*$/.test(cells[0]);
}

/** Whether a column has a few names or numbers of meters, and more than one of them. */
function isKey({ heads, cells }: Cells): boolean {
  const values = new Set<string>();
  for (const cell of cells) {
    values.add(cell);
    if (values.size > MOST_REGISTERS) return false;
  }
  const isNumbered = [...values].every(
    (cell) => cell === '' || /^-?\d{1,7}(?:[.,]\d*)?$/.test(cell) || isBlank(cell),
  );
  const isId = heads.some((head) => /\bid\b|anl|mätar|meter|serie|serial|ean/i.test(head));
  return values.size > 1 && (!isNumbered || (isId && values.size < 5));
}

/** Counts lines whose time and key another line has, too. */
function countTwice({ clockMs, offsetMin }: Axis, keys: readonly Cells[]): number {
  let twice = 0;
  for (const rows of groupRows(clockMs.length, keys).values()) {
    const times = Float64Array.from(rows, (i) => clockMs[i] - 60_000 * (offsetMin[i] || 0)).sort();
    for (let i = 1; i < times.length; i++) if (times[i] === times[i - 1]) twice++;
  }
  return twice;
}

function groupRows(count: number, keys: readonly Cells[]): Map<string, number[]> {
  return group(Array(count).keys(), (row) => keys.map(({ cells }) => cells[row]).join(' '));
}

interface ColumnParts {
  axis: Axis;
  /** Unit of each row. Null where no column has units. */
  units: (Unit | null)[] | null;
  /** Words of each row on how sure its values are. Null for none. */
  marks: readonly string[] | null;
  decimal: DecimalSign | null;
  fallback: DecimalSign | null;
  table: Table;
  /** Whether a key names parts of one meter or one roof. */
  isParts: boolean;
}

/** Cells that are no numbers are an exception in a column of numbers. */
const MOST_BAD = 0.2;

function readColumn(
  { heads, outside, cells }: Cells,
  key: string,
  { axis, units, marks, decimal, fallback, table, isParts }: ColumnParts,
): Column | null {
  const estimates = marks ? dropEstimates(cells, marks, axis) : 0;
  const isExact = table.separator === null;
  const numbers = readNumbers(cells, { isExact, decimal, fallback });
  const { values, filled, bad, unit } = numbers;
  rejectDates(cells, numbers, heads[0] ?? table.name, axis);
  if (filled === 0 || bad.length > MOST_BAD * (filled + bad.length)) return null;
  const headUnit = unitOf([...heads, ...outside]);
  const rowUnit = units?.find((each) => each !== null) ?? null;
  // Values whose rows are in several units are in the first of them.
  if (units && rowUnit && !headUnit && !unit)
    for (const [i, each] of units.entries())
      if (each && each !== rowUnit) values[i] *= unitFactor(each, rowUnit);
  const names = [key, ...heads].filter((head) => head !== '' && readUnit(head) === null);
  return {
    name: (key && heads.length > 0
      ? `${key} ${names[1] ?? ''}`
      : (names[0] ?? heads[0] ?? table.name)
    ).trim(),
    heads: names,
    outside,
    unit: headUnit ?? unit ?? rowUnit,
    axis,
    values,
    bad:
      bad.length > 0 ? { count: bad.length, line: axis.lines[bad[0]], found: cells[bad[0]] } : null,
    decimal: numbers.decimal,
    isDoubtful: numbers.isDoubtful,
    estimates,
    table: table.name,
    meter: key === '' || isParts || saysTariff([key]) ? null : key,
  };
}

/** Dates that a spreadsheet makes of 1.5 and of 1.26 where numbers have a decimal comma. */
const DATE_CELL =
  /^(?:\d{1,2}[-. ]+)?(?:jan|feb|m[aä]r|mrz|apr|ma[ijy]|jun|jul|aug|sep|o[kc]t|nov|de[cz])\.?(?:[-. ]\d{2,4})?$/i;

/** Fails on a column of numbers some of which became dates. @throws MeterProblem excelDates */
function rejectDates(
  cells: readonly string[],
  { filled, bad }: { filled: number; bad: readonly number[] },
  column: string,
  { lines }: Axis,
): void {
  const dates = bad.filter((row) => DATE_CELL.test(cells[row]) || isTime(cells[row]));
  if (filled <= dates.length / 2 || dates.length < LEAST_DATES) return;
  const [first] = dates;
  const values = { column, count: dates.length, line: lines[first], found: cells[first] };
  throw new MeterProblem('excelDates', values);
}

/** Fewer of them are slips. */
const LEAST_DATES = 3;
