import { gunzipSync, unzipSync, zipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { MeterProblem } from './problem.ts';
import { readTables, sheetTable, type Table } from './table.ts';
import { decodeText } from './text.ts';

/** A file as it was chosen. */
export interface MeterFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Reads the tables of files: text, workbooks, and zips of them.
 * @throws MeterProblem empty, badWorkbook, oldWorkbook, noTable
 */
export async function readFiles(files: readonly MeterFile[]): Promise<Table[]> {
  const tables: Table[] = [];
  for (const { name, bytes } of files.flatMap(unpack)) {
    if (bytes.length === 0) throw new MeterProblem('empty', { name });
    if (isZip(bytes)) tables.push(...(await readSheets(name, bytes)));
    else tables.push(...readTables(name, decodeText(bytes)));
  }
  if (tables.length === 0) throw new MeterProblem('noTable');
  return tables;
}

const startsWith = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, i) => bytes[i] === byte);
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 3, 4);

/** Unpacks zip and gzip. A workbook, which is a zip too, stays as it is. */
function unpack(file: MeterFile): MeterFile[] {
  const { name, bytes } = file;
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new MeterProblem('oldWorkbook', { name });
  if (startsWith(bytes, 0x1f, 0x8b)) {
    return unpack({ name: name.replace(/\.gz$/i, ''), bytes: open(() => gunzipSync(bytes), name) });
  }
  if (!isZip(bytes)) return [file];
  const entries = Object.entries(open(() => unzipSync(bytes), name));
  if (entries.some(([path]) => path === 'xl/workbook.xml')) return [file];
  return entries
    .filter(([path]) => !path.endsWith('/') && !/(^|\/)(__MACOSX|\.)/.test(path))
    .flatMap(([path, content]) => unpack({ name: path, bytes: content }));
}

/** Unpacks, and names the file where it is damaged. */
function open<Content>(unzip: () => Content, name: string): Content {
  try {
    return unzip();
  } catch {
    throw new MeterProblem('badWorkbook', { name });
  }
}

async function readSheets(name: string, bytes: Uint8Array): Promise<Table[]> {
  let sheets: Awaited<ReturnType<typeof readWorkbook>>;
  try {
    // The library unpacks large parts in a worker of a blob, which the page's policy refuses: these are stored.
    const stored = zipSync(unzipSync(bytes), { level: 0 });
    sheets = await readWorkbook(new Uint8Array(stored).buffer);
  } catch {
    throw new MeterProblem('badWorkbook', { name });
  }
  return sheets.map(({ sheet, data }) => sheetTable(sheets.length > 1 ? sheet : name, data));
}
