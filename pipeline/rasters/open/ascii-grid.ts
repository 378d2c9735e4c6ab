import { type FileHandle, open } from 'node:fs/promises';
import type { Raster } from '../raster.ts';
import { decodePixels, PVGIS_NODATA, parseNodata, parseNumber } from './nodata.ts';

const HEADER_BYTES = 4096;

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
    const { length, ...header } = parseAsciiHeader(await textAt(file, 0, HEADER_BYTES), name);
    const { rowStarts, behind } = await indexRows(file, length, header, name);
    return {
      name,
      crs: crs ?? 'EPSG:4326',
      bands: 1,
      isMasked: false,
      ...header,
      ...(behind !== undefined && {
        note: `${name}: skipped the text behind the last row, ${JSON.stringify(behind)} and on.`,
      }),
      readWindow: async (window) => {
        const stored = new Float64Array(window.cols * window.rows);
        for (let row = window.row; row < window.row + window.rows; row++) {
          const [start, end] = rowStarts.subarray(row, row + 2);
          const words = (await textAt(file, start, end - start)).split(/\s+/);
          for (let col = window.col; col < window.col + window.cols; col++) {
            const value = parseNumber(words[col] ?? '');
            if (value === undefined) {
              const place = rowAndColumn(row * header.cols + col, header.cols);
              throw new Error(`${name}: ${place} holds "${words[col]}", expected a number.`);
            }
            stored[(row - window.row) * window.cols + col - window.col] = value;
          }
        }
        return decodePixels(stored, { nodata: header.nodata, scale: 1, offset: 0 });
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Text of a file from a place on, one character per byte. */
async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.toString('latin1', 0, bytesRead);
}

/** Rows or columns: the whole Earth at 1.3 seconds of arc. */
const MOST_PIXELS = 1_000_000;

const KEYS = new Set(
  'ncols nrows xllcorner xllcenter yllcorner yllcenter cellsize dx dy nodata_value'.split(' '),
);

/**
 * The header from the start of a file (its first few kB, one byte per character), and its `length`. Keys in any case
 * and order. Corner or centre registration for each axis. `cellsize` or `dx` with `dy`. Throws on an
 * unknown, missing or broken entry.
 */
function parseAsciiHeader(text: string, name: string) {
  const { entries, length } = splitHeader(text, name);
  const numberAt = (key: string): number | undefined => {
    const entry = entries.get(key);
    const value = entry === undefined ? undefined : Number(entry);
    if (value === undefined || Number.isFinite(value)) return value;
    throw new Error(
      `${name}: header ${key} is "${entry}", expected a number with a decimal point.`,
    );
  };
  const countAt = (key: string): number => {
    const value = numberAt(key);
    if (value !== undefined && Number.isInteger(value) && value >= 1 && value <= MOST_PIXELS) {
      return value;
    }
    throw new Error(
      `${name}: header ${key} is ${value ?? 'missing'}, expected a whole number from 1 to ${MOST_PIXELS}.`,
    );
  };
  const stepAt = (key: 'dx' | 'dy'): number => {
    const value = numberAt(key) ?? numberAt('cellsize');
    if (value !== undefined && value > 0) return value;
    throw new Error(`${name}: header cellsize (or ${key}) is ${value ?? 'missing'}, expected > 0.`);
  };
  const edgeAt = (axis: 'xll' | 'yll', step: number): number => {
    const corner = numberAt(`${axis}corner`);
    if (corner !== undefined) return corner;
    const center = numberAt(`${axis}center`);
    if (center !== undefined) return center - step / 2;
    throw new Error(`${name}: the header has neither ${axis}corner nor ${axis}center.`);
  };
  const [cols, rows] = [countAt('ncols'), countAt('nrows')];
  const [xStep, ySize] = [stepAt('dx'), stepAt('dy')];
  const [xEdge, south] = [edgeAt('xll', xStep), edgeAt('yll', ySize)];
  const nodata = parseNodata(entries.get('nodata_value') ?? String(PVGIS_NODATA), name);
  return { cols, rows, xEdge, yEdge: south + rows * ySize, xStep, yStep: -ySize, nodata, length };
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

const CHUNK_BYTES = 1 << 18;
const MOST_SHOWN = 60;
/** A row is read at once: a million values of 64 characters. */
const MOST_ROW_BYTES = 1 << 26;

/** Kinds of bytes, 0 for those of no number. */
const SPACE = 1;
const NUMERIC = 2;
const KIND = new Uint8Array(256);
for (const byte of Buffer.from(' \t\r\n\f\v')) KIND[byte] = SPACE;
for (const byte of Buffer.from('0123456789+-.eEnNaAiIfF#qQsSdD()')) KIND[byte] = NUMERIC;

/**
 * Finds the rows, which may wrap over lines, in one pass in chunks. Text behind the last row is skipped.
 * @returns the byte offset of each row's first value, and the end after the last row (`rowStarts`), and the first line
 *   behind it, where there is text
 * @throws Error when the values are too few or too many, a character cannot belong to a number, or a row is too long
 *   for memory, naming row and column
 */
async function indexRows(
  file: FileHandle,
  start: number,
  { cols, rows }: { cols: number; rows: number },
  name: string,
) {
  const expected = cols * rows;
  const rowStarts = new Float64Array(rows + 1);
  let values = 0;
  let inValue = false;

  /** Counts the values of a chunk. @returns how many bytes were taken */
  function scan(chunk: Uint8Array, position: number): number {
    for (let i = 0; i < chunk.length; i++) {
      const kind = KIND[chunk[i]];
      if (kind !== SPACE && !inValue) {
        if (values === expected) return i;
        if (values % cols === 0) rowStarts[values / cols] = position + i;
        values++;
      }
      inValue = kind !== SPACE;
      if (kind === 0) throw notNumeric(chunk[i], rowAndColumn(values - 1, cols), name);
    }
    return chunk.length;
  }

  const chunk = Buffer.alloc(CHUNK_BYTES);
  let [end, bytesRead, taken] = [start, 0, 0];
  do {
    ({ bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, end));
    taken = scan(chunk.subarray(0, bytesRead), end);
    end += taken;
    const row = Math.max(0, Math.ceil(values / cols) - 1);
    if (end - (rowStarts[row] || start) > MOST_ROW_BYTES) {
      throw new Error(
        `${name}: row ${row + 1} has more than ${MOST_ROW_BYTES} bytes, expected numbers with a space between.`,
      );
    }
  } while (bytesRead > 0 && taken === bytesRead);
  if (values < expected) {
    const message = `has ${values} values, expected ${expected}. It ends before`;
    throw new Error(`${name}: ${message} ${rowAndColumn(values, cols)}.`);
  }
  rowStarts[rows] = end;
  const [behind] = (await textAt(file, end, HEADER_BYTES)).split(/[\r\n]/);
  if (behind === '') return { rowStarts, behind: undefined };
  // Text as some services write it. Only numbers are another grid than the header's.
  if (behind.split(/\s+/).some((word) => word !== '' && parseNumber(word) === undefined)) {
    return { rowStarts, behind: behind.trim().slice(0, MOST_SHOWN) };
  }
  throw new Error(`${name}: has more than ncols x nrows = ${values} values. Check the header.`);
}

function notNumeric(byte: number, place: string, name: string): Error {
  const found = JSON.stringify(String.fromCharCode(byte));
  const advice = byte === 0x2c ? ' (a decimal comma?)' : '';
  return new Error(`${name}: ${place} holds ${found}${advice}, expected numbers as 12.5.`);
}

/** `row 3, column 7`, counted from 1, of a value's running number from 0. */
function rowAndColumn(value: number, cols: number): string {
  return `row ${Math.floor(value / cols) + 1}, column ${(value % cols) + 1}`;
}
