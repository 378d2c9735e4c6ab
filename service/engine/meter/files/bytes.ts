import { MeterProblem } from './problem.ts';
import { readTables, type Table, widthOf } from './table.ts';
import { type MeterFile, MOST_LINES, tooLarge, unpack } from './unpack.ts';
import { readSheets } from './workbook.ts';

/** A year of minutes with twenty columns has half as many. */
const MOST_CELLS = 20_000_000;

/**
 * Reads the tables of files: text, workbooks, and zips of them.
 * @throws MeterProblem empty, tooLarge, noText, badWorkbook, oldWorkbook, noTable
 */
export async function readFiles(files: readonly MeterFile[]): Promise<Table[]> {
  const tables: Table[] = [];
  for (const { name, bytes, parts } of unpack(files)) {
    if (bytes.length === 0) throw new MeterProblem('empty', { name });
    const found = parts ? await readSheets(name, parts) : readText(name, bytes);
    for (const table of found) {
      const { rows } = table;
      if (rows.length > MOST_LINES || rows.length * widthOf(rows) > MOST_CELLS)
        throw tooLarge(name);
      tables.push(table);
    }
  }
  if (tables.length === 0) throw new MeterProblem('noTable');
  return tables;
}

const NEW_LINE = 10;
/** Characters or bytes by which a file is judged. */
const SAMPLE = 4000;

function readText(name: string, bytes: Uint8Array): Table[] {
  let lines = 0;
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) lines++;
  if (lines > MOST_LINES) throw tooLarge(name);
  const text = decodeText(bytes);
  if (isBinary(text)) throw new MeterProblem('noText', { name });
  return readTables(name, text);
}

/** More zero bytes than this part of a file's beginning are the empty halves of UTF-16. */
const UTF_16_ZEROS = 0.2;

/** Decodes a file: UTF-8 or UTF-16, with or without a byte order mark, or else Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  const encoding = findUtf16(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]++;
  if (Math.max(zeros[0], zeros[1]) < UTF_16_ZEROS * sample.length) return null;
  return zeros[1] > zeros[0] ? 'utf-16le' : 'utf-16be';
}

/** Largest share of control characters in a text. A tenth of random bytes are such, and of a text only slips. */
const CONTROLS = 0.01;

/** Whether a text is something else, such as a picture. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return (sample.match(/[\0-\x08\x0e-\x1f]/g)?.length ?? 0) > CONTROLS * sample.length;
}
