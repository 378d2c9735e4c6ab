import { type FileHandle, open } from 'node:fs/promises';
import type { PixelWindow, Raster } from '../raster.ts';
import { type AsciiHeader, parseAsciiHeader } from './ascii-header.ts';
import { indexRows, rowAndColumn } from './ascii-row-index.ts';
import { decodePixels, parseNumber } from './nodata.ts';

const HEADER_BYTES = 4096;
const LAST_SPACE = 0x20;

interface AsciiFile {
  file: FileHandle;
  header: AsciiHeader;
  rowStarts: Float64Array;
  name: string;
}

/**
 * An ESRI ASCII grid; longitude and latitude when `crs` is absent. Opening reads the file once to
 * find its rows and to check its characters and count; a window then reads the bytes of its rows.
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
    const rowStarts = await indexRows(file, header.length, header, name);
    const ascii: AsciiFile = { file, header, rowStarts, name };
    const { length: _, ...place } = header;
    return {
      name,
      crs: crs ?? 'EPSG:4326',
      bands: 1,
      isMasked: false,
      ...place,
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
  throw new Error(`${name}: ${place} holds "${text}"; expected a number.`);
}
