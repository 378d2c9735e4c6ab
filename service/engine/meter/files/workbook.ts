import { zipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { MeterProblem } from './problem.ts';
import { sheetTable, type Table } from './table.ts';
import { type Parts, tooLarge } from './unpack.ts';

/** Five years of quarters. The library takes five times as long for a row as the reader of text. */
const MOST_ROWS = 200_000;
const MOST_CELLS = 4_000_000;
/** Rows that Excel can have. Empty ones to the last are written by some programs. */
const ROWS_OF_EXCEL = 1_048_576;

const ROW_OR_CELL = /<(?:\w+:)?(row|c)\s([^>]*)>/g;
const PLACE = /(?:^|\s)r\s*=\s*["']([A-Z]*)(\d+)["']/;

/** Reads the sheets of a workbook. @throws MeterProblem tooLarge, badWorkbook */
export async function readSheets(name: string, parts: Parts): Promise<Table[]> {
  for (const [path, part] of Object.entries(parts))
    if (path.endsWith('.xml') && !isModest(part)) throw tooLarge(name, MOST_ROWS);
  try {
    // The library unpacks large parts in a worker of a blob, which the page's policy refuses: these are stored.
    const sheets = await readWorkbook(new Uint8Array(zipSync(parts, { level: 0 })).buffer);
    return sheets.map(({ sheet, data }) => sheetTable(sheets.length > 1 ? sheet : name, data));
  } catch {
    throw new MeterProblem('badWorkbook', { name });
  }
}

/** Whether a sheet is small, also with all cells between its own: the library fills every gap. */
function isModest(xml: Uint8Array): boolean {
  let [rows, columns] = [0, 0];
  for (const [, kind, attributes] of new TextDecoder().decode(xml).matchAll(ROW_OR_CELL)) {
    const [, letters, digits] = PLACE.exec(attributes) ?? ['', '', '0'];
    if (Number(digits) > ROWS_OF_EXCEL) return false;
    if (kind === 'row' || attributes.endsWith('/')) continue;
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, numberOf(letters));
    if (rows > MOST_ROWS || rows * columns > MOST_CELLS) return false;
  }
  return true;
}

/** The number of a column by its letters: 1 for A, 27 for AA. */
function numberOf(letters: string): number {
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}
