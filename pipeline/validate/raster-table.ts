import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BandStatistics } from '../dataset/checks/raster-checks.ts';
import { MONTH_NAMES } from '../dataset/dataset-figures.ts';
import type { BandHeader } from '../rasters/climate-grids.ts';
import type { RasterRef } from '../rasters/open/open-raster.ts';
import type { Raster } from '../rasters/raster.ts';

/** Facts that the header of a raster states. The size of a pixel is above 0. */
export interface RasterFacts
  extends Pick<Raster, 'cols' | 'rows' | 'crs' | 'xStep' | 'yStep' | 'nodata' | 'isMasked'> {
  /** File, entry and band, without folders. */
  name: string;
  bytes: number;
  /** Outer edges in units of the CRS. */
  west: number;
  south: number;
  east: number;
  north: number;
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

/** Columns of the table. Figures stand to the right. */
const COLUMNS: [
  heading: string,
  pad: 'padStart' | 'padEnd',
  textOf: (row: RasterRow, neededCells: number) => string,
][] = [
  ['', 'padEnd', ({ month }) => (month === null ? 'Year' : MONTH_NAMES[month])],
  ['raster', 'padEnd', ({ facts }) => facts.name],
  ['kB', 'padStart', ({ facts }) => (facts.bytes / 1000).toFixed(0)],
  ['pixels', 'padStart', ({ facts: { cols, rows } }) => `${cols} x ${rows}`],
  ['CRS', 'padEnd', ({ facts }) => shortened(facts.crs, 24)],
  ['pixel size', 'padEnd', ({ facts }) => `${short(facts.xStep)} x ${short(facts.yStep)}`],
  ['x', 'padEnd', ({ facts }) => `${short(facts.west)}..${short(facts.east)}`],
  ['y', 'padEnd', ({ facts }) => `${short(facts.south)}..${short(facts.north)}`],
  ['nodata', 'padEnd', ({ facts }) => missingOf(facts)],
  ['min', 'padStart', ({ statistics }) => figure(statistics.min)],
  ['mean', 'padStart', ({ statistics }) => figure(statistics.mean)],
  ['max', 'padStart', ({ statistics }) => figure(statistics.max)],
  [
    'cells',
    'padStart',
    ({ statistics }, all) => `${((100 * statistics.count) / all).toFixed(1)} %`,
  ],
];

/** A table of a variable's rasters: header, values over the needed cells, share of them with data. */
export function rasterTable(rows: readonly RasterRow[], neededCells: number): string {
  const columns = COLUMNS.map(([heading, pad, textOf]) => {
    const texts = [heading, ...rows.map((row) => textOf(row, neededCells))];
    const width = Math.max(...texts.map(({ length }) => length));
    return texts.map((text) => text[pad](width));
  });
  const lines = columns[0].map((_, i) => columns.map((texts) => texts[i]).join('  '));
  return lines.map((line) => `  ${line}`.trimEnd()).join('\n');
}

function figure(value: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(2);
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
