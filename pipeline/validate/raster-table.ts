import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BandStatistics } from '../dataset/checks/raster-checks.ts';
import { MONTH_NAMES } from '../dataset/dataset-figures.ts';
import type { BandHeader } from '../rasters/climate-grids.ts';
import type { RasterRef } from '../rasters/open/open-raster.ts';

/** Facts that the header of a raster states. */
export interface RasterFacts {
  /** File, entry and band, without folders. */
  name: string;
  bytes: number;
  cols: number;
  rows: number;
  crs: string;
  /** Size of a pixel in units of the CRS, both above 0. */
  xStep: number;
  yStep: number;
  /** Outer edges in units of the CRS. */
  west: number;
  south: number;
  east: number;
  north: number;
  /** The declared number, `null` when none is. */
  nodata: number | null;
  /** Whether the file has a mask of its own. */
  isMasked: boolean;
}

/** Facts of an opened raster's header. The bytes are those of its file or archive. */
export async function rasterFacts({
  ref,
  raster,
}: Pick<BandHeader, 'ref' | 'raster'>): Promise<RasterFacts> {
  const { cols, rows, crs, nodata, isMasked, xEdge, yEdge, xStep, yStep } = raster;
  const [xEnd, yEnd] = [xEdge + cols * xStep, yEdge + rows * yStep];
  return {
    name: nameOf(ref),
    bytes: (await stat(ref.path)).size,
    cols,
    rows,
    crs,
    xStep: Math.abs(xStep),
    yStep: Math.abs(yStep),
    west: Math.min(xEdge, xEnd),
    south: Math.min(yEdge, yEnd),
    east: Math.max(xEdge, xEnd),
    north: Math.max(yEdge, yEnd),
    nodata,
    isMasked,
  };
}

function nameOf({ path, entry, band }: RasterRef): string {
  const file = entry === undefined ? basename(path) : `${basename(path)} > ${entry}`;
  return band === undefined ? file : `${file}, band ${band}`;
}

/** One raster of a variable. `month` from 0, null for what does not change over the year. */
export interface RasterRow {
  month: number | null;
  facts: RasterFacts;
  statistics: BandStatistics;
}

const HEADINGS = [
  '',
  'raster',
  'kB',
  'pixels',
  'CRS',
  'pixel size',
  'x',
  'y',
  'nodata',
  'min',
  'mean',
  'max',
  'cells',
];
/** Columns of figures stand to the right. */
const RIGHT = new Set(['kB', 'pixels', 'min', 'mean', 'max', 'cells']);

/** A table of a variable's rasters: header, values over the needed cells, share of them with data. */
export function rasterTable(rows: readonly RasterRow[], neededCells: number): string {
  return textTable([HEADINGS, ...rows.map((row) => cellsOf(row, neededCells))]);
}

function cellsOf({ month, facts, statistics }: RasterRow, neededCells: number): string[] {
  const { name, bytes, cols, rows, crs, xStep, yStep, west, east, south, north } = facts;
  const { count, min, mean, max } = statistics;
  return [
    month === null ? 'Year' : MONTH_NAMES[month],
    name,
    (bytes / 1000).toFixed(0),
    `${cols} x ${rows}`,
    shortened(crs, 24),
    `${short(xStep)} x ${short(yStep)}`,
    `${short(west)}..${short(east)}`,
    `${short(south)}..${short(north)}`,
    missingOf(facts),
    ...[min, mean, max].map((value) => (Number.isNaN(value) ? '-' : value.toFixed(2))),
    `${((100 * count) / neededCells).toFixed(1)} %`,
  ];
}

/** How the file says which pixels are missing. */
function missingOf({ nodata, isMasked }: RasterFacts): string {
  const ways = [nodata === null ? '' : short(nodata), isMasked ? 'mask' : ''].filter(Boolean);
  return ways.join(', ') || 'none';
}

/** Six significant digits without trailing zeros. */
export function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Lines of aligned columns. The first row has the headings. */
function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, col) => Math.max(...rows.map((row) => row[col].length)));
  const pad = (text: string, col: number) =>
    RIGHT.has(rows[0][col]) ? text.padStart(widths[col]) : text.padEnd(widths[col]);
  return rows.map((row) => `  ${row.map(pad).join('  ')}`.trimEnd()).join('\n');
}
