import type { Language } from '../../shared/words.ts';
import { readTime, type WrittenTime } from './meter-time.ts';
import words from './problem-words.json' with { type: 'json' };

/** Why a meter file cannot be read; each has its sentence in problem-words.json. */
export type MeterProblemReason =
  | 'empty'
  | 'noTable'
  | 'valueCount'
  | 'noConsumption'
  | 'noProduction'
  | 'noSun'
  | 'badValue'
  | 'longSteps'
  | 'meterReadings'
  | 'twice'
  | 'gaps';

/** A meter file that cannot be read: the reason, and the values for its sentence. */
export class MeterProblem extends Error {
  readonly reason: MeterProblemReason;
  readonly values: Record<string, string | number>;
  /** Its sentence by language, with places for the values: it comes with the script that reads a file, not with the page. */
  readonly sentences: Record<Language, string>;

  constructor(reason: MeterProblemReason, values: Record<string, string | number> = {}) {
    super(`${reason} ${JSON.stringify(values)}`);
    this.reason = reason;
    this.values = values;
    this.sentences = { sv: words.sv[reason], en: words.en[reason] };
  }
}

/** The energy of one step of time in a file. */
export interface Reading {
  time: WrittenTime;
  importKwh: number;
  /** NaN where the file has no export. */
  exportKwh: number;
}

/** The content of a file: readings with times, or bare values. */
export type MeterTable = { readings: Reading[]; hasExport: boolean } | { values: Float64Array };

/** Energy that a file is to have: a house's, bought and sold, or its roof's production. */
export type MeterKind = 'house' | 'roof';

type Row = readonly string[];

/**
 * Reads Home Assistant's energy CSV, a grid company's table or a list of values; comma, semicolon or tab
 * between the cells, decimal point or comma.
 * @param kind a roof's production is read in the place of the import
 * @throws MeterProblem empty, noTable, noConsumption, noProduction, badValue
 */
export function readTable(text: string, kind: MeterKind): MeterTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n|\r/);
  const rows = lines.filter((line) => line.trim() !== '').map(createSplitter(findSeparator(text)));
  if (rows.length === 0) throw new MeterProblem('empty');
  if (isHomeAssistant(rows[0])) return readHomeAssistant(rows, kind);
  const columns = findColumns(rows, kind);
  return columns ? readTimedTable(rows, columns) : { values: readBareValues(rows) };
}

/** Finds the separator; a decimal comma excludes the comma. */
function findSeparator(text: string): string {
  return [';', '\t'].find((separator) => text.includes(separator)) ?? ',';
}

function createSplitter(separator: string): (line: string) => Row {
  return (line) => {
    const cells = line.includes('"') ? splitQuoted(line, separator) : line.split(separator);
    return cells.map((cell) => cell.trim());
  };
}

/** Splits cells of which some stand between quotes, where the separator is text. */
function splitQuoted(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] += char;
  }
  return cells;
}

/** Reads a number with decimal point or comma and groups of thousands; NaN for anything else. */
export function readNumber(cell: string): number {
  const packed = cell.replace(/[\s\u00a0']/g, '');
  const commaLast = packed.lastIndexOf(',') > packed.lastIndexOf('.');
  const plain = commaLast
    ? packed.replaceAll('.', '').replace(',', '.')
    : packed.replaceAll(',', '');
  return plain === '' ? Number.NaN : Number(plain);
}

/** Checks for entity_id,type,unit and a column for each time, as in the energy dashboard's download. */
function isHomeAssistant(head: Row): boolean {
  return head[0] === 'entity_id' && head[1] === 'type' && readTime(head[3] ?? '') !== null;
}

function readHomeAssistant([head, ...rows]: Row[], kind: MeterKind): MeterTable {
  const sums = (type: string) => {
    const own = rows.filter((row) => row[1] === type);
    return own.length === 0 ? null : (at: number) => sumColumn(own, at);
  };
  const isRoof = kind === 'roof';
  const importAt = sums(isRoof ? 'solar_production' : 'grid_consumption');
  const exportAt = isRoof ? null : sums('grid_return');
  if (!importAt) throw new MeterProblem(isRoof ? 'noProduction' : 'noConsumption');
  const readings = head.slice(3).map((cell, at) => ({
    time: parseTime(cell, 1),
    importKwh: importAt(at + 3),
    exportKwh: exportAt ? exportAt(at + 3) : Number.NaN,
  }));
  return { readings, hasExport: exportAt !== null };
}

/** Sums the meters that have the hour; an hour that all lack is missing. */
function sumColumn(rows: readonly Row[], at: number): number {
  const energiesKwh = rows
    .map((row) => readNumber(row[at] ?? '') * readUnitKwh(row[2]))
    .filter((kwh) => !Number.isNaN(kwh));
  return energiesKwh.length === 0 ? Number.NaN : energiesKwh.reduce((sum, kwh) => sum + kwh, 0);
}

/** Columns of a table, by index. */
interface Columns {
  first: number;
  time: number;
  /** Column of the time of day when the date stands alone. */
  clock: number | null;
  importAt: number;
  exportAt: number | null;
  importUnitKwh: number;
  exportUnitKwh: number;
}

const EXPORT = /export|produk|production|inmat|return|såld|sold|feed|överskott/i;
const IMPORT = /import|förbruk|forbruk|uttag|consum|köpt|usage|bought/i;
const PRODUCTION =
  /produ[ck]|solar|solel|\bpv\b|yield|generat|växelriktare|inverter|fotovolt|photovolt/i;
const NOT_ENERGY = /temp|pris|price|kost|cost|sek|öre|kvalit|status|mätar.?id|anl/i;

/** Finds the columns from the first line that begins with a time; null when none does. */
function findColumns(rows: readonly Row[], kind: MeterKind): Columns | null {
  for (const [first, row] of rows.entries()) {
    const time = row.findIndex((cell) => readTime(cell) !== null);
    if (time < 0) continue;
    const isDate = readTime(row[time])?.hasHour === false;
    const clock = isDate && isClock(row[time + 1] ?? '') ? time + 1 : null;
    const find = kind === 'roof' ? findProduction : findEnergyColumns;
    return { first, time, clock, ...find(rows.slice(0, first), row, (clock ?? time) + 1) };
  }
  return null;
}

function isClock(cell: string): boolean {
  return /^\d{1,2}:\d{2}/.test(cell);
}

/** Finds the columns of numbers that may be energies, with their names. */
function findNumbers(heads: readonly Row[], row: Row, from: number) {
  const head = heads.findLast((line) => line.length > from) ?? [];
  const name = (at: number) => head[at] ?? '';
  const places = row
    .map((_, at) => at)
    .filter((at) => at >= from && !Number.isNaN(readNumber(row[at])) && !NOT_ENERGY.test(name(at)));
  return { name, places };
}

/** Finds the column of what a roof produces: by its name, or the only one if that names nothing else. */
function findProduction(heads: readonly Row[], row: Row, from: number) {
  const { name, places } = findNumbers(heads, row, from);
  const named = places.find((at) => PRODUCTION.test(name(at)));
  const [only, ...more] = places;
  const importAt = named ?? (more.length === 0 && !IMPORT.test(name(only)) ? only : undefined);
  if (importAt === undefined) throw new MeterProblem('noProduction');
  return { importAt, exportAt: null, importUnitKwh: readUnitKwh(name(importAt)), exportUnitKwh: 1 };
}

function findEnergyColumns(heads: readonly Row[], row: Row, from: number) {
  const { name, places } = findNumbers(heads, row, from);
  const exportAt = places.length > 1 ? (places.find((at) => EXPORT.test(name(at))) ?? null) : null;
  const others = places.filter((at) => at !== exportAt);
  const importAt = others.find((at) => IMPORT.test(name(at))) ?? others[0];
  if (importAt === undefined) throw new MeterProblem('noConsumption');
  const importUnitKwh = readUnitKwh(name(importAt));
  return { importAt, exportAt, importUnitKwh, exportUnitKwh: readUnitKwh(name(exportAt ?? -1)) };
}

/** Reads the kWh of one unit named in a head. */
function readUnitKwh(name = ''): number {
  if (/\bMWh\b/.test(name)) return 1000;
  return /(^|[^kKM])Wh\b/.test(name) ? 0.001 : 1;
}

function readTimedTable(rows: readonly Row[], columns: Columns): MeterTable {
  const { first, time, clock, importAt, exportAt, importUnitKwh, exportUnitKwh } = columns;
  const readings: Reading[] = [];
  for (const [i, row] of rows.slice(first).entries()) {
    const written = clock === null ? row[time] : `${row[time]} ${row[clock]}`;
    // Totals and notes stand below some tables.
    if (row.length <= importAt && readTime(written ?? '') === null) continue;
    if (/^(summa|total|sum)\b/i.test(row[0])) continue;
    readings.push({
      time: parseTime(written, first + i + 1),
      importKwh: parseValue(row[importAt], first + i + 1) * importUnitKwh,
      exportKwh:
        exportAt === null ? Number.NaN : parseValue(row[exportAt], first + i + 1) * exportUnitKwh,
    });
  }
  return { readings, hasExport: exportAt !== null };
}

function parseTime(cell: string, line: number): WrittenTime {
  const time = readTime(cell);
  if (time) return time;
  throw new MeterProblem('badValue', { line, found: cell.slice(0, 40) });
}

/** Parses a cell; NaN for an empty one, which is a missing value. */
function parseValue(cell: string | undefined, line: number): number {
  if (cell === undefined || cell === '' || cell === '-') return Number.NaN;
  const value = readNumber(cell);
  if (Number.isFinite(value)) return value;
  throw new MeterProblem('badValue', { line, found: cell.slice(0, 40) });
}

/** Reads the numbers of a file without times, also as a JSON array; a head above them is left out. */
function readBareValues(rows: readonly Row[]): Float64Array {
  const cells = rows.flat().map((cell) => cell.replace(/^\[|\]$/g, '').trim());
  const first = cells.findIndex((cell) => !Number.isNaN(readNumber(cell)));
  if (first < 0) throw new MeterProblem('noTable');
  const filled = cells.slice(first).filter((cell) => cell !== '');
  return Float64Array.from(filled, (cell, i) => parseValue(cell, first + i + 1));
}
