import { type FileHandle, open } from 'node:fs/promises';
import type { PixelWindow, Placement, Raster } from '../raster.ts';
import { decodePixels, PVGIS_NODATA, parseNodata, parseNumber } from './nodata.ts';

const HEADER_BYTES = 4096;
const LAST_SPACE = 0x20;

interface AsciiFile {
  file: FileHandle;
  header: AsciiHeader;
  rowStarts: Float64Array;
  name: string;
}

/**
 * An ESRI ASCII grid. Longitude and latitude when `crs` is absent. Opening reads the file once to
 * find its rows and to check its characters and count. A window then reads the bytes of its rows.
 */
export async function openAsciiGrid(
  path: string,
  name: string,
  crs: string | undefined,
): Promise<Raster> {
  const file = await open(path).catch((cause: unknown) => {
    throw new Error(`${name}: cannot be opened (${String(cause)}).`, { cause });
  });
  try {
    const header = parseAsciiHeader(await readStart(file), name);
    const { rowStarts, behind } = await indexRows(file, header.length, header, name);
    const ascii: AsciiFile = { file, header, rowStarts, name };
    const { length: _, ...place } = header;
    return {
      name,
      crs: crs ?? 'EPSG:4326',
      bands: 1,
      isMasked: false,
      ...place,
      ...(behind !== undefined && {
        note: `${name}: skipped the text behind the last row, ${JSON.stringify(behind)} and on.`,
      }),
      readWindow: (window) => readRows(ascii, window),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readStart(file: FileHandle): Promise<string> {
  const start = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await file.read(start, 0, HEADER_BYTES, 0);
  return start.toString('latin1', 0, bytesRead);
}

async function readRows(ascii: AsciiFile, window: PixelWindow): Promise<Float64Array> {
  const { file, rowStarts, header } = ascii;
  const stored = new Float64Array(window.cols * window.rows);
  let bytes = Buffer.alloc(0);
  for (let i = 0; i < window.rows; i++) {
    const row = window.row + i;
    const length = rowStarts[row + 1] - rowStarts[row];
    if (bytes.length < length) bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, rowStarts[row]);
    const values = stored.subarray(i * window.cols, (i + 1) * window.cols);
    parseRow(ascii, bytes.subarray(0, bytesRead), row, window.col, values);
  }
  return decodePixels(stored, { nodata: header.nodata, scale: 1, offset: 0 });
}

/** Fills `values` with the row's numbers from column `firstCol` on. */
function parseRow(
  ascii: AsciiFile,
  bytes: Buffer,
  row: number,
  firstCol: number,
  values: Float64Array,
): void {
  let at = 0;
  for (let col = 0; col < firstCol + values.length; col++) {
    while (bytes[at] <= LAST_SPACE) at++;
    const start = at;
    while (bytes[at] > LAST_SPACE) at++;
    if (col < firstCol) continue;
    values[col - firstCol] = parseValue(ascii, bytes.toString('latin1', start, at), row, col);
  }
}

function parseValue({ header, name }: AsciiFile, text: string, row: number, col: number): number {
  const value = parseNumber(text);
  if (value !== undefined) return value;
  const place = rowAndColumn(row * header.cols + col, header.cols);
  throw new Error(`${name}: ${place} holds "${text}", expected a number.`);
}

/** Rows or columns: the whole Earth at 1.3 seconds of arc. */
const MOST_PIXELS = 1_000_000;

/** Header of an ESRI ASCII grid. `length` is its size in bytes. */
interface AsciiHeader extends Placement {
  cols: number;
  rows: number;
  nodata: number;
  length: number;
}

const KEYS = new Set(
  'ncols nrows xllcorner xllcenter yllcorner yllcenter cellsize dx dy nodata_value'.split(' '),
);

/**
 * The header from the start of a file (its first few kB, one byte per character). Keys in any case
 * and order. Corner or centre registration for each axis. `cellsize` or `dx` with `dy`. Throws on an
 * unknown, missing or broken entry.
 */
function parseAsciiHeader(text: string, name: string): AsciiHeader {
  const { entries, length } = splitHeader(text, name);
  const cols = count(entries, 'ncols', name);
  const rows = count(entries, 'nrows', name);
  const xStep = pixelSize(entries, 'dx', name);
  const ySize = pixelSize(entries, 'dy', name);
  const xEdge = lowerEdge(entries, 'xll', xStep, name);
  const yEdge = lowerEdge(entries, 'yll', ySize, name) + rows * ySize;
  const nodata = parseNodata(entries.get('nodata_value') ?? String(PVGIS_NODATA), name);
  return { cols, rows, xEdge, yEdge, xStep, yStep: -ySize, nodata, length };
}

/** Windows editors put one before UTF-8. Here its bytes are taken for characters. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
const UTF_16 = /^(\u00ff\u00fe|\u00fe\u00ff)|^.?\0/;

function splitHeader(text: string, name: string): { entries: Map<string, string>; length: number } {
  const entries = new Map<string, string>();
  if (UTF_16.test(text)) {
    throw new Error(
      `${name}: is UTF-16 text, expected ASCII or UTF-8. Rewrite it with: iconv -f UTF-16 -t ASCII in.asc > out.asc.`,
    );
  }
  const line = /\s*([A-Za-z_]+)\s+(\S+)/y;
  let length = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  line.lastIndex = length;
  for (let match = line.exec(text); match !== null; match = line.exec(text)) {
    const key = match[1].toLowerCase();
    if (key === 'nan') break;
    if (!KEYS.has(key)) {
      if (entries.size === 0) break;
      throw new Error(`${name}: the header has "${match[1]}", expected ${[...KEYS].join(', ')}.`);
    }
    entries.set(key, match[2]);
    length = line.lastIndex;
  }
  if (entries.size === 0) throw noHeader(text, name);
  return { entries, length };
}

/** Quotes what stands where the header should. */
function noHeader(text: string, name: string): Error {
  const [first = ''] = text
    .replace(BYTE_ORDER_MARK, '')
    .trimStart()
    .split(/[\r\n]/);
  const found = `${name}: begins with ${JSON.stringify(first.slice(0, 60))}, expected the header of an ESRI ASCII grid, "ncols" first`;
  const advice = /^\s*ncols\s/im.test(text)
    ? `. Leave out the lines before it with: sed -n '/^ *[Nn][Cc][Oo][Ll][Ss]/,$p' in.asc > out.asc`
    : '. Take a GeoTIFF, a NetCDF file or an ESRI ASCII grid';
  return new Error(`${found}${advice}`);
}

function numberAt(entries: Map<string, string>, key: string, name: string): number | undefined {
  const text = entries.get(key);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new Error(`${name}: header ${key} is "${text}", expected a number with a decimal point.`);
  }
  return value;
}

function count(entries: Map<string, string>, key: string, name: string): number {
  const value = numberAt(entries, key, name);
  if (value !== undefined && Number.isInteger(value) && value >= 1 && value <= MOST_PIXELS) {
    return value;
  }
  throw new Error(
    `${name}: header ${key} is ${value ?? 'missing'}, expected a whole number from 1 to ${MOST_PIXELS}.`,
  );
}

function pixelSize(entries: Map<string, string>, key: 'dx' | 'dy', name: string): number {
  const value = numberAt(entries, key, name) ?? numberAt(entries, 'cellsize', name);
  if (value === undefined || value <= 0) {
    throw new Error(`${name}: header cellsize (or ${key}) is ${value ?? 'missing'}, expected > 0.`);
  }
  return value;
}

function lowerEdge(
  entries: Map<string, string>,
  axis: 'xll' | 'yll',
  size: number,
  name: string,
): number {
  const corner = numberAt(entries, `${axis}corner`, name);
  if (corner !== undefined) return corner;
  const center = numberAt(entries, `${axis}center`, name);
  if (center !== undefined) return center - size / 2;
  throw new Error(`${name}: the header has neither ${axis}corner nor ${axis}center.`);
}

const CHUNK_BYTES = 1 << 18;
const MOST_SHOWN = 60;
/** A row is read at once: a million values of 64 characters. */
const MOST_ROW_BYTES = 1 << 26;
const SPACE = 1;
const NUMERIC = 2;
const KIND = kindOfBytes();

interface Scan {
  rowStarts: Float64Array;
  cols: number;
  /** Values begun so far. */
  values: number;
  inValue: boolean;
  /** Where the grid ends, once all values are there and more follows. */
  end: number | undefined;
  name: string;
}

/**
 * The byte offset of each row's first value, and the end after the last row. Rows may
 * wrap over lines. One pass in chunks. Text behind the last row is skipped. Throws when the values are too few or too many, or when a
 * character cannot belong to a number, or a row is too long for memory, naming row and column.
 */
async function indexRows(
  file: FileHandle,
  start: number,
  size: { cols: number; rows: number },
  name: string,
): Promise<{ rowStarts: Float64Array; behind: string | undefined }> {
  const rowStarts = new Float64Array(size.rows + 1);
  const scan: Scan = {
    rowStarts,
    cols: size.cols,
    values: 0,
    inValue: false,
    end: undefined,
    name,
  };
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let position = start;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    scanChunk(scan, chunk.subarray(0, bytesRead), position);
    position += bytesRead;
    checkRowLength(scan, start, scan.end ?? position);
    if (scan.end !== undefined) break;
  }
  const expected = size.cols * size.rows;
  if (scan.values < expected) {
    const message = `has ${scan.values} values, expected ${expected}. It ends before`;
    throw new Error(`${name}: ${message} ${rowAndColumn(scan.values, size.cols)}.`);
  }
  rowStarts[size.rows] = scan.end ?? position;
  const behind = scan.end === undefined ? undefined : await textBehind(file, scan.end, scan);
  return { rowStarts, behind };
}

/** Rows are held against the limit as they grow. */
function checkRowLength({ rowStarts, values, cols, name }: Scan, start: number, end: number): void {
  const row = Math.max(0, Math.ceil(values / cols) - 1);
  if (end - (values === 0 ? start : rowStarts[row]) <= MOST_ROW_BYTES) return;
  throw new Error(
    `${name}: row ${row + 1} has more than ${MOST_ROW_BYTES} bytes, expected numbers with a space between.`,
  );
}

function scanChunk(scan: Scan, chunk: Uint8Array, position: number): void {
  for (let i = 0; i < chunk.length; i++) {
    const kind = KIND[chunk[i]];
    if (kind === SPACE) {
      scan.inValue = false;
      continue;
    }
    if (!scan.inValue && scan.values === scan.cols * (scan.rowStarts.length - 1)) {
      scan.end = position + i;
      return;
    }
    if (!scan.inValue) beginValue(scan, position + i);
    if (kind !== NUMERIC) refuse(scan, chunk[i]);
  }
}

/**
 * The first line behind the last row, which is text as some services write it. Numbers there are another grid than the
 * header's.
 * @throws Error when the line holds only numbers
 */
async function textBehind(file: FileHandle, end: number, { values, name }: Scan): Promise<string> {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await file.read(bytes, 0, HEADER_BYTES, end);
  const [line] = bytes.toString('latin1', 0, bytesRead).split(/[\r\n]/);
  if (line.split(/\s+/).some((word) => word !== '' && parseNumber(word) === undefined))
    return line.trim().slice(0, MOST_SHOWN);
  throw new Error(`${name}: has more than ncols x nrows = ${values} values. Check the header.`);
}

function beginValue(scan: Scan, offset: number): void {
  const { rowStarts, cols, values } = scan;
  if (values % cols === 0) rowStarts[values / cols] = offset;
  scan.values++;
  scan.inValue = true;
}

function refuse({ values, cols, name }: Scan, byte: number): never {
  const found = JSON.stringify(String.fromCharCode(byte));
  const advice = byte === 0x2c ? ' (a decimal comma?)' : '';
  const place = rowAndColumn(values - 1, cols);
  throw new Error(`${name}: ${place} holds ${found}${advice}, expected numbers as 12.5.`);
}

/** `row 3, column 7`, counted from 1, of a value's running number from 0. */
function rowAndColumn(value: number, cols: number): string {
  return `row ${Math.floor(value / cols) + 1}, column ${(value % cols) + 1}`;
}

function kindOfBytes(): Uint8Array {
  const kinds = new Uint8Array(256);
  for (const byte of Buffer.from(' \t\r\n\f\v')) kinds[byte] = SPACE;
  for (const byte of Buffer.from('0123456789+-.eEnNaAiIfF#qQsSdD()')) kinds[byte] = NUMERIC;
  return kinds;
}
