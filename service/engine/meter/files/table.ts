import { group } from 'd3-array';
import Papa from 'papaparse';
import { jsonTables } from './json-tables.ts';

/** Cells of a file by rows, as text. */
export interface Table {
  /** The file's or the sheet's. */
  name: string;
  rows: string[][];
  /** Line of each row as an editor counts it, from 1. */
  lines: number[];
  /** The sign between cells. Null where a program wrote the numbers, with a decimal point and no groups. */
  separator: string | null;
}

const SEPARATORS = [';', '\t', '|', ','];
const SAMPLE_LINES = 400;
/** Lines around a table are fewer than this part of it. */
const SAME_WIDTH = 0.6;

/** Cells of the longest row. */
export function widthOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0);
}

/** Cells of a column. Short rows have blank ones. */
export function columnOf(rows: readonly (readonly string[])[], at: number): string[] {
  return rows.map((row) => row[at] ?? '');
}

/** Reads the tables of a text: values separated by a sign or by spaces, or JSON. */
export function readTables(name: string, content: string): Table[] {
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const tables = jsonTables(text);
  if (tables) {
    return tables.map((table) => ({
      name: table.name || name,
      rows: table.rows,
      lines: table.rows.map((_, i) => i + 1),
      separator: null,
    }));
  }
  const stated = /^sep=(.)\n/i.exec(text)?.[1];
  const lines = text.split('\n');
  const separator = stated ?? findSeparator(lines);
  return [separatedTable(name, separator, cutLines(text, lines, separator))];
}

function cutLines(text: string, lines: readonly string[], separator: string): string[][] {
  if (separator === ' ') return lines.map((line) => line.trim().split(/\s+/));
  if (!text.includes('"')) return lines.map((line) => line.split(separator));
  return Papa.parse<string[]>(text, { delimiter: separator, quoteChar: '"' }).data;
}

function separatedTable(name: string, separator: string, cells: readonly string[][]): Table {
  const rows: string[][] = [];
  const lines: number[] = [];
  let line = 1;
  for (const row of cells) {
    const first = line++;
    for (const [at, cell] of row.entries()) {
      line += countBreaks(cell);
      row[at] = cell.trim();
    }
    if (row.every((cell) => cell === '') || /^sep=/i.test(row[0])) continue;
    rows.push(row);
    lines.push(first);
  }
  return { name, rows, lines, separator };
}

function countBreaks(cell: string): number {
  return cell.includes('\n') ? cell.split('\n').length - 1 : 0;
}

/** Finds the sign that cuts most lines into the same number of cells. A decimal comma is the last to be one. */
function findSeparator(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== '');
  // Lines from all over the file.
  const step = Math.max(1, Math.floor(filled.length / SAMPLE_LINES));
  const sample = filled.filter((_, i) => i % step === 0);
  for (const separator of SEPARATORS) {
    const widths = sample.map((line) => countCells(line, separator)).filter((width) => width > 1);
    const same = group(widths, Number).values();
    if ([...same].some(({ length }) => length > SAME_WIDTH * sample.length)) return separator;
  }
  const isSpaced = sample.filter((line) => /^\S*\d[-./:]\d\S*\s+\S/.test(line)).length;
  if (isSpaced > SAME_WIDTH * sample.length) return ' ';
  // Lines of unequal length: the sign that most of them have.
  const found = SEPARATORS.map((sign) => ({
    sign,
    count: sample.filter((line) => countCells(line, sign) > 1).length,
  }));
  return found.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

function countCells(line: string, separator: string): number {
  const plain = line.includes('"') ? line.replace(/"(?:[^"]|"")*"/g, '') : line;
  return plain.split(separator).length;
}

/** A sheet of a workbook. A date is the clock's reading as if it were UTC. */
export function sheetTable(name: string, sheet: readonly (readonly unknown[])[]): Table {
  const rows = sheet.map((row) => row.map(writeCell));
  const filled = rows.map((row, i) => [i + 1, row] as const).filter(([, row]) => row.some(Boolean));
  return {
    name,
    rows: filled.map(([, row]) => row),
    lines: filled.map(([line]) => line),
    separator: null,
  };
}

/** Excel's day 0: a time of day without a date is a part of it. */
const EXCEL_YEAR = 1900;

function writeCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell).trim();
  const text = new Date(1000 * Math.round(cell.getTime() / 1000)).toISOString();
  return cell.getUTCFullYear() <= EXCEL_YEAR ? text.slice(11, 16) : text.slice(0, 19);
}
