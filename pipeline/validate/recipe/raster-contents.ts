import { basename, join } from 'node:path';
import { gridVariables, openNetcdfFields } from '../../rasters/netcdf/netcdf.ts';
import { openNetcdf } from '../../rasters/netcdf/netcdf-file.ts';
import { isNetcdf, openRaster, type RasterRef } from '../../rasters/open-raster.ts';
import { pixelStripes } from '../../rasters/pixel-stripes.ts';
import type { Raster } from '../../rasters/raster.ts';
import { extractEntry } from '../../rasters/zip.ts';
import { type RasterFacts, rasterFacts } from '../raster-table.ts';

/** What a file states about one of its variables, and the values of its first field. */
export interface RasterContents {
  driver: 'GeoTIFF' | 'NetCDF' | 'ESRI ASCII grid';
  facts: RasterFacts;
  /** Bands, or times. */
  fields: number;
  /** Only in NetCDF. */
  variable?: { name: string; standardName: string; units: string };
  /** `2001-01` of each field; empty where the file does not say it. */
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

/**
 * Reads what a raster file, or an entry of an archive, holds: one item for each variable.
 * @throws Error that says why the file is refused
 */
export async function rasterContents(ref: RasterRef): Promise<RasterContents[]> {
  const name = ref.entry ?? ref.path;
  if (isNetcdf(name)) return netcdfContents(ref);
  const driver = /\.tiff?$/i.test(name) ? 'GeoTIFF' : 'ESRI ASCII grid';
  const raster = await openRaster(ref);
  try {
    return [{ driver, fields: raster.bands, months: [], ...(await fieldContents(ref, raster)) }];
  } finally {
    await raster.close();
  }
}

async function netcdfContents(ref: RasterRef): Promise<RasterContents[]> {
  const { path, entry } = ref;
  const extracted = entry === undefined ? null : await extractEntry(path, entry);
  try {
    const file = extracted?.path ?? path;
    const name = entry === undefined ? basename(path) : join(basename(path), entry);
    const opened = await openNetcdf(file, name);
    await opened.close();
    const contents: RasterContents[] = [];
    for (const { name: variable, attributes } of gridVariables(opened)) {
      const fields = await openNetcdfFields(file, name, { variable, crs: ref.crs });
      try {
        contents.push({
          driver: 'NetCDF',
          fields: fields.fields,
          variable: {
            name: variable,
            standardName: String(attributes.standard_name ?? ''),
            units: String(attributes.units ?? ''),
          },
          months: (fields.months ?? []).map(
            ({ year, month }) => `${year}-${String(month).padStart(2, '0')}`,
          ),
          ...(await fieldContents(ref, fields.rasterOf(0))),
        });
      } finally {
        await fields.close();
      }
    }
    if (contents.length > 0) return contents;
    throw new Error(`${name}: has no variable on a grid of latitudes and longitudes.`);
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
export function contentsText({ driver, facts, fields, variable, months, first }: RasterContents) {
  const { cols, rows, crs, xStep, yStep, west, east, south, north, nodata, isMasked } = facts;
  const short = (value: number) => String(Number(value.toPrecision(6)));
  const bands = driver === 'NetCDF' ? 'times' : 'bands';
  const named = variable?.standardName ? ` (${variable.standardName})` : '';
  const declared = isMasked ? 'a mask' : (nodata ?? 'none declared');
  const lines: [string, string][] = [
    ['driver', driver],
    ...(variable ? [['variable', variable.name + named] satisfies [string, string]] : []),
    ['size', `${cols} x ${rows} pixels of ${short(xStep)} x ${short(yStep)}, ${fields} ${bands}`],
    ['CRS', driver === 'ESRI ASCII grid' ? `not stated, ${crs} is assumed` : crs],
    ['bounds', `x ${short(west)} to ${short(east)}, y ${short(south)} to ${short(north)}`],
    ['months', monthsText(months)],
    ['unit', variable?.units ? `"${variable.units}"` : 'not stated'],
    ['range', `${short(first.min)} to ${short(first.max)} in the first of the ${bands}`],
    ['nodata', `${declared}, ${first.missing} of ${first.pixels} pixels are missing`],
  ];
  return lines.map(([name, value]) => `  ${name.padEnd(9)} ${value}`).join('\n');
}

function monthsText(months: readonly string[]): string {
  if (months.length === 0) return 'not stated';
  return months.length === 1 ? months[0] : `${months[0]} to ${months.at(-1)} (${months.length})`;
}
