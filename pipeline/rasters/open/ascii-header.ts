import type { Placement } from '../raster.ts';
import { PVGIS_NODATA, parseNodata } from './nodata.ts';

/** Rows or columns: the whole Earth at 1.3 seconds of arc. */
const MOST_PIXELS = 1_000_000;

/** Header of an ESRI ASCII grid; `length` is its size in bytes. */
export interface AsciiHeader extends Placement {
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
 * and order; corner or centre registration for each axis; `cellsize` or `dx` with `dy`. Throws on an
 * unknown, missing or broken entry.
 */
export function parseAsciiHeader(text: string, name: string): AsciiHeader {
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

/** Windows editors put one before UTF-8; here its bytes are taken for characters. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
const UTF_16 = /^(\u00ff\u00fe|\u00fe\u00ff)|^.?\0/;

function splitHeader(text: string, name: string): { entries: Map<string, string>; length: number } {
  const entries = new Map<string, string>();
  if (UTF_16.test(text)) {
    throw new Error(
      `${name}: is UTF-16 text, expected ASCII or UTF-8; rewrite it with: iconv -f UTF-16 -t ASCII in.asc > out.asc.`,
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
      throw new Error(`${name}: the header has "${match[1]}"; expected ${[...KEYS].join(', ')}.`);
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
    ? `; leave out the lines before it with: sed -n '/^ *[Nn][Cc][Oo][Ll][Ss]/,$p' in.asc > out.asc`
    : '. Take a GeoTIFF, a NetCDF file or an ESRI ASCII grid';
  return new Error(`${found}${advice}`);
}

function numberAt(entries: Map<string, string>, key: string, name: string): number | undefined {
  const text = entries.get(key);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new Error(`${name}: header ${key} is "${text}"; expected a number with a decimal point.`);
  }
  return value;
}

function count(entries: Map<string, string>, key: string, name: string): number {
  const value = numberAt(entries, key, name);
  if (value !== undefined && Number.isInteger(value) && value >= 1 && value <= MOST_PIXELS) {
    return value;
  }
  throw new Error(
    `${name}: header ${key} is ${value ?? 'missing'}; expected a whole number from 1 to ${MOST_PIXELS}.`,
  );
}

function pixelSize(entries: Map<string, string>, key: 'dx' | 'dy', name: string): number {
  const value = numberAt(entries, key, name) ?? numberAt(entries, 'cellsize', name);
  if (value === undefined || value <= 0) {
    throw new Error(`${name}: header cellsize (or ${key}) is ${value ?? 'missing'}; expected > 0.`);
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
