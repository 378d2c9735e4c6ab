import type { PriceFile } from './price-files.ts';

export interface CsvTable {
  header: string[];
  rows: { line: number; cells: string[] }[];
}

/**
 * Splits a table with one header line. Blank lines are skipped.
 * @throws Error when it is no text, or a row is longer or shorter than the header
 */
export function parseCsv(file: PriceFile): CsvTable {
  if (file.text.includes('\0')) {
    throw new Error(
      `${file.label}: is no text in UTF-8 (it has bytes of 0, as UTF-16 has). Save it as CSV in UTF-8.`,
    );
  }
  const [header, ...rows] = file.text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((text, i) => ({ line: i + 1, cells: text.split(',').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  if (header === undefined) throw new Error(`${file.label}: is empty, expected a header line.`);
  if (header.cells.length === 1 && header.cells[0].includes(';')) {
    throw new Error(
      `${file.label}: its cells are separated by semicolons, expected commas, and points in the numbers (1.25). Save it as comma-separated, or rewrite it with: sed 's/,/./g; s/;/,/g' in.csv > out.csv`,
    );
  }
  for (const { line, cells } of rows) {
    if (cells.length === header.cells.length) continue;
    throw new Error(
      `${file.label}, line ${line}: has ${cells.length} cells, expected ${header.cells.length} as in the header. Correct the line.`,
    );
  }
  return { header: header.cells, rows };
}

/** A cell's number, or undefined when it is empty. @throws Error when it is neither */
export function cellNumber(cell: string, where: string): number | undefined {
  if (cell === '') return undefined;
  // JavaScript reads 1e999 as Infinity.
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell) && Number.isFinite(Number(cell)))
    return Number(cell);
  throw new Error(`${where}: is "${cell}", expected a number or an empty cell. Correct the cell.`);
}
