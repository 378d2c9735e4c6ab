import { basename, join } from 'node:path';
import type { YearMonth } from '../../rasters/open/netcdf/cf-time.ts';
import { gridVariables, noVariable, openNetcdf } from '../../rasters/open/netcdf/netcdf.ts';
import { isNetcdf, openRasterFile, type RasterRef } from '../../rasters/open/open-raster.ts';
import { extractEntry } from '../../rasters/open/zip.ts';
import type { Raster } from '../../rasters/raster.ts';
import { pixelStripes } from '../../rasters/window.ts';
import { type RasterFacts, rasterFacts } from '../raster-table.ts';

/** What a file states about one of its variables, and the values of its first field. */
export interface RasterContents {
  driver: 'GeoTIFF' | 'NetCDF' | 'ESRI ASCII grid';
  facts: RasterFacts;
  /** Bands, or times. */
  fields: number;
  /** As the file writes it, empty without one. */
  units: string;
  /** Only in NetCDF. */
  variable?: { name: string; standardName: string };
  /** `2001-01` of each field, or `01` where the year is not said. Empty where the file says neither. */
  months: string[];
  first: PixelRange;
}

/** Values of a field's pixels. */
interface PixelRange {
  min: number;
  max: number;
  missing: number;
  pixels: number;
}

const DRIVERS = {
  tiff: 'GeoTIFF',
  'netcdf-3': 'NetCDF',
  'netcdf-4': 'NetCDF',
  text: 'ESRI ASCII grid',
} as const;

/**
 * Reads what a raster file, or an entry of an archive, holds: one item for each variable.
 * @throws Error that says why the file is refused
 */
export async function rasterContents(ref: RasterRef): Promise<RasterContents[]> {
  const variables = (await isNetcdf(ref)) ? await variablesIn(ref) : [undefined];
  const contents: RasterContents[] = [];
  for (const variable of variables) {
    const file = await openRasterFile({ ...ref, ...(variable && { variable: variable.name }) });
    try {
      const raster = file.rasterOf(0);
      contents.push({
        driver: DRIVERS[file.kind],
        fields: file.fields,
        units: raster.stated?.units ?? '',
        ...(variable && { variable }),
        months: (file.months ?? []).map(monthText),
        ...(await fieldContents(ref, raster)),
      });
    } finally {
      await file.close();
    }
  }
  return contents;
}

function monthText({ year, month }: Partial<YearMonth>): string {
  const number = month === undefined ? 'none' : String(month).padStart(2, '0');
  return year ? `${year}-${number}` : number;
}

async function variablesIn({
  path,
  entry,
}: RasterRef): Promise<{ name: string; standardName: string }[]> {
  const name = entry === undefined ? basename(path) : join(basename(path), entry);
  const extracted = entry === undefined ? null : await extractEntry(path, entry);
  try {
    const opened = await openNetcdf(extracted?.path ?? path, name);
    await opened.close();
    const found = gridVariables(opened).map(({ name: variable, attributes }) => ({
      name: variable,
      standardName: String(attributes.standard_name ?? ''),
    }));
    if (found.length > 0) return found;
    throw noVariable(opened, name);
  } finally {
    extracted?.remove();
  }
}

async function fieldContents(ref: RasterRef, raster: Raster) {
  return { facts: await rasterFacts({ ref, raster }), first: await pixelRange(raster) };
}

async function pixelRange(raster: Raster): Promise<PixelRange> {
  const range = { min: Infinity, max: -Infinity, missing: 0, pixels: raster.cols * raster.rows };
  const all = (end: number) => ({ first: 0, end });
  for await (const { values } of pixelStripes(raster, all(raster.cols), all(raster.rows))) {
    for (const value of values) {
      if (Number.isNaN(value)) range.missing++;
      else {
        range.min = Math.min(range.min, value);
        range.max = Math.max(range.max, value);
      }
    }
  }
  return range;
}

/** What a file holds, line by line, for people. */
export function contentsText({
  driver,
  facts,
  fields,
  units,
  variable,
  months,
  first,
}: RasterContents) {
  const { cols, rows, crs, xStep, yStep, west, east, south, north, nodata, isMasked } = facts;
  const short = (value: number) => String(Number(value.toPrecision(6)));
  const bands = driver === 'NetCDF' ? 'times' : 'bands';
  const counted = fields === 1 ? `1 ${bands.slice(0, -1)}` : `${fields} ${bands}`;
  const named = variable?.standardName ? ` (${variable.standardName})` : '';
  const declared = isMasked ? 'a mask' : (nodata ?? 'none declared');
  const lines: [string, string][] = [
    ['driver', driver],
    ...(variable ? [['variable', variable.name + named] satisfies [string, string]] : []),
    ['size', `${cols} x ${rows} pixels of ${short(xStep)} x ${short(yStep)}, ${counted}`],
    [
      'CRS',
      driver === 'ESRI ASCII grid' && crs === 'EPSG:4326' ? `not stated, ${crs} is assumed` : crs,
    ],
    ['bounds', `x ${short(west)} to ${short(east)}, y ${short(south)} to ${short(north)}`],
    ['months', monthsText(months)],
    ['unit', units ? `"${units}"` : 'not stated'],
    ['range', `${short(first.min)} to ${short(first.max)} in the first of the ${bands}`],
    ['nodata', `${declared}, ${first.missing} of ${first.pixels} pixels are missing`],
  ];
  return lines.map(([name, value]) => `  ${name.padEnd(9)} ${value}`).join('\n');
}

function monthsText(months: readonly string[]): string {
  if (months.length === 0) return 'not stated';
  return months.length === 1 ? months[0] : `${months[0]} to ${months.at(-1)} (${months.length})`;
}
