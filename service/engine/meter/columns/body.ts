import { columnOf, type Table, widthOf } from '../files/table.ts';
import { type Body, rejectBareClocks } from '../times/stamps.ts';
import { isTime } from '../times/times.ts';
import { readUnit } from '../values/units.ts';

const SAMPLE_ROWS = 300;
/** A head has at most so many lines. */
const MOST_HEADS = 8;
/** So many lines with times below each other are a table. */
const RUN = 3;
/** A line with so many times is a head: the table has a column for each time. */
const ACROSS = 10;

/** Finds the lines with times and the head above them, in a table that may lie on its side. Null without times. */
export function findBody(given: Table): { body: Body; timeColumns: number[] } | null {
  const table = layUpright(given);
  const rows = joinDateParts(table.rows);
  const read = findTimes(rows);
  if (!read) {
    rejectBareClocks(rows);
    return null;
  }
  const { timeColumns, cells } = read;
  const [main] = timeColumns;
  const mains = columnOf(cells, main);
  const isSum = findSums(mains);
  const isTimed = mains.map((cell) => isTime(cell) && !isSum(cell));
  const first = findFirst(isTimed);
  const places = [...isTimed.keys()].filter((i) => isTimed[i] && i >= first);
  const body: Body = {
    rows: places.map((i) => cells[i]),
    lines: places.map((i) => table.lines[i]),
    ...readHeads(rows.slice(0, first), timeColumns, table === given),
    untimed: listUntimed({ ...table, rows: cells }, main, isTimed, first),
    table: table.name,
  };
  return { body, timeColumns };
}

/** A day or month without a time of day, between lines that have one, stands before its sum: but not where midnight lacks it. */
function findSums(cells: readonly string[]): (cell: string) => boolean {
  const clocks = cells.filter(hasClock);
  if (clocks.length < 0.9 * cells.length) return () => false;
  const isMonth = (cell: string) => /^\d{4}[-/.]\d{1,2}$|^\p{L}+\.? \d{4}$/u.test(cell);
  const hasMidnight = clocks.some((cell) => /[ T]0?0[:.]00/.test(cell));
  return hasMidnight ? (cell) => !hasClock(cell) : isMonth;
}

const hasClock = (cell: string) => /\d:\d\d|[ T]\d{1,2}\.\d\d/.test(cell);

/** Turns a table whose times are side by side. */
function layUpright(table: Table): Table {
  const { rows } = table;
  const head = rows.slice(0, MOST_HEADS).findIndex((row) => row.filter(isTime).length >= ACROSS);
  if (head < 0) return table;
  const below = rows.slice(head);
  const width = widthOf(below);
  const turned = Array.from({ length: width }, (_, at) => columnOf(below, at));
  return { ...table, rows: turned, lines: turned.map(() => table.lines[head]) };
}

const YEAR_NAME = /^(?:år|aar|year|jahr|vuosi|jaar|année|an|y)$/i;
const MONTH_NAME = /^(?:månad|måned|month|monat|kuukausi|maand|mois|m|mån)$/i;
const DAY_NAME = /^(?:dag|day|tag|päivä|jour|d)$/i;

/** Puts year, month and day in columns of their own together as a date. */
function joinDateParts(rows: string[][]): string[][] {
  const head = rows
    .slice(0, MOST_HEADS)
    .findIndex((row) => row.some((cell) => YEAR_NAME.test(cell)));
  if (head < 0) return rows;
  const [year, month, day] = [YEAR_NAME, MONTH_NAME, DAY_NAME].map((name) =>
    rows[head].findIndex((cell) => name.test(cell)),
  );
  if (month < 0 || day < 0) return rows;
  const two = (cell: string) => cell.padStart(2, '0');
  return rows.map((row, i) => {
    const rest = row.filter((_, at) => ![year, month, day].includes(at));
    if (i <= head) return [i === head ? 'Datum' : '', ...rest];
    return [`${row[year]}-${two(row[month] ?? '')}-${two(row[day] ?? '')}`, ...rest];
  });
}

/** Finds the columns of which most cells are times, also where they are numbers of days or of seconds. */
function findTimes(rows: string[][]): { timeColumns: number[]; cells: string[][] } | null {
  for (const write of [() => rows, () => repeatDates(rows)]) {
    const cells = write();
    const found = countInColumns(cells, isTime);
    if (found.length > 0) return { timeColumns: found, cells };
  }
  for (const [isNumber, write] of NUMBERED) {
    const timeColumns = countInColumns(rows, isNumber).filter((at) => changes(rows, at));
    if (timeColumns.length === 0) continue;
    const cells = rows.map((row) =>
      row.map((cell, at) =>
        timeColumns.includes(at) && isNumber(cell) ? write(toNumber(cell)) : cell,
      ),
    );
    return { timeColumns, cells };
  }
  return null;
}

/** Writes a date that stands once above the lines of its day into each of them. */
function repeatDates(rows: string[][]): string[][] {
  const isDate = (at: number) => {
    const filled = rows.flatMap((row) => row[at] || []);
    return filled.length > RUN && filled.filter(isTime).length > 0.8 * filled.length;
  };
  const at = [0, 1, 2].find(isDate);
  if (at === undefined) return rows;
  let date = '';
  return rows.map((row) => {
    if (isTime(row[at] ?? '')) date = row[at];
    return date !== '' && !row[at] ? row.map((cell, k) => (k === at ? date : cell)) : row;
  });
}

/** Columns in which nearly as many cells are so as in the one with most, if that is a good part of the table. */
function countInColumns(rows: readonly string[][], is: (cell: string) => boolean): number[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE_ROWS));
  const sample = rows.filter((_, i) => i % step === 0 || i === rows.length - 1);
  const width = widthOf(sample);
  const counts = Array.from({ length: width }, (_, at) => columnOf(sample, at).filter(is).length);
  const most = counts.reduce((highest, count) => Math.max(highest, count), 0);
  if (most < 0.3 * sample.length) return [];
  return counts.flatMap((count, at) => (count > 0.9 * most ? [at] : []));
}

function changes(rows: readonly string[][], at: number): boolean {
  return new Set(rows.slice(-100).map((row) => row[at])).size > 2;
}

const toNumber = (cell: string) => Number(cell.replace(',', '.'));
const isBetween = (least: number, most: number) => (cell: string) => {
  const value = /^\d+(?:[.,]\d+)?$/.test(cell) ? toNumber(cell) : Number.NaN;
  return value >= least && value <= most;
};
const EXCEL_EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;
const toText = (ms: number) => new Date(1000 * Math.round(ms / 1000)).toISOString().slice(0, 19);
/** Times from 2010 to 2050 as nanoseconds, microseconds, milliseconds, seconds and days of Excel. */
const NUMBERED: [(cell: string) => boolean, (value: number) => string][] = [
  [isBetween(1.262e18, 2.524e18), (ns) => `${toText(ns / 1e6)}Z`],
  [isBetween(1.262e15, 2.524e15), (us) => `${toText(us / 1000)}Z`],
  [isBetween(1.262e12, 2.524e12), (ms) => `${toText(ms)}Z`],
  [isBetween(1.262e9, 2.524e9), (seconds) => `${toText(1000 * seconds)}Z`],
  [isBetween(40_179, 54_789), (days) => toText((days - EXCEL_EPOCH_DAYS) * DAY_MS)],
];

/** The line at which the table begins: a date in the lines above it belongs to no line. */
function findFirst(isTimed: readonly boolean[]): number {
  const run = isTimed.findIndex(
    (_, i) => isTimed.slice(i, i + RUN).every(Boolean) && i + RUN <= isTimed.length,
  );
  return run < 0 ? isTimed.indexOf(true) : run;
}

/** Lines between those with times that have numbers: what is below the table is none of it. */
function listUntimed(
  { name, rows, lines }: Table,
  main: number,
  isTimed: readonly boolean[],
  first: number,
) {
  const hasNumber = (row: string[]) =>
    row.some((cell, at) => at !== main && /^-?[\d.,\s]*\d$/.test(cell));
  const last = isTimed.lastIndexOf(true);
  const untimed = [...rows.keys()].filter(
    (i) => !isTimed[i] && i > first && i < last && hasNumber(rows[i]),
  );
  return untimed.map((i) => ({ table: name, line: lines[i], found: rows[i][main] ?? '' }));
}

/**
 * Cells above each column, the nearest first. A line with a date or with one cell stands above the table, and so does
 * one above a head that names the times: "Nätbolag;Vattenfall". In a table that lay on its side every line is a head.
 */
function readHeads(
  above: readonly string[][],
  timeColumns: readonly number[],
  isUpright: boolean,
): Pick<Body, 'heads' | 'outside'> {
  const [heads, outside]: [string[][], string[][]] = [[], []];
  let isAbove = false;
  for (const row of above.slice(-MOST_HEADS).reverse()) {
    const filled = row.filter(Boolean);
    const isHead = filled.length > 1 || (filled.length === 1 && readUnit(filled[0]) !== null);
    if (!isHead || timeColumns.some((at) => isTime(row[at] ?? ''))) break;
    const namesTimes = timeColumns.some((at) => row[at]);
    const place = isAbove && namesTimes ? outside : heads;
    const isUnits = row.every(
      (cell, at) => readUnit(cell) !== null || !cell || timeColumns.includes(at),
    );
    isAbove ||= isUpright && namesTimes && !isUnits;
    for (const [at, cell] of row.entries())
      if (cell !== '') place[at] = [...(place[at] ?? []), cell];
  }
  return { heads, outside };
}
