import { basename, join } from 'node:path';
import { gridVariables, monthVariables, openNetcdf } from '../../rasters/open/netcdf/netcdf.ts';
import { isNetcdf, openRasterFile, type RasterRef } from '../../rasters/open/open-raster.ts';
import { extractEntry } from '../../rasters/open/zip.ts';
import type { Raster, YearMonth } from '../../rasters/raster.ts';
import { pixelStripes } from '../../rasters/window.ts';
import { type RasterFacts, rasterFacts, short } from '../raster-table.ts';

/** Facts that a file states about one of its variables, and the values of its first field. */
export interface RasterContents {
  driver: 'GeoTIFF' | 'NetCDF' | 'ESRI ASCII grid';
  facts: RasterFacts;
  /** Bands, or times. */
  fields: number;
  /** Unit as the file writes it, empty without one. */
  units: string;
  /** Only in NetCDF. */
  variable?: NamedVariable;
  /** The month of each field, with year 0 where the file states no year. Empty where it states neither. */
  months: Partial<YearMonth>[];
  first: PixelRange;
}

interface NamedVariable {
  name: string;
  standardName: string;
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
  const variables = (await isNetcdf(ref)) ? await variablesIn(ref) : [];
  const contents: RasterContents[] = [];
  // The reader reports why a file has no variables.
  for (const variable of variables.length > 0 ? variables : [undefined]) {
    const file = await openRasterFile({ ...ref, ...(variable && { variable: variable.name }) });
    try {
      const raster = file.rasterOf(0);
      contents.push({
        driver: DRIVERS[file.kind],
        fields: file.fields,
        units: raster.stated?.units ?? '',
        ...(variable && { variable }),
        months: file.months ?? [],
        facts: await rasterFacts({ ref, raster }),
        first: await pixelRange(raster),
      });
    } finally {
      await file.close();
    }
  }
  return contents;
}

async function variablesIn({ path, entry }: RasterRef): Promise<NamedVariable[]> {
  const name = entry === undefined ? basename(path) : join(basename(path), entry);
  const extracted = entry === undefined ? null : await extractEntry(path, entry);
  try {
    const opened = await openNetcdf(extracted?.path ?? path, name);
    // Twelve variables that are the months of one are read as one.
    if (monthVariables(opened)) return [];
    return gridVariables(opened).map(({ name: variable, attributes }) => ({
      name: variable,
      standardName: String(attributes.standard_name ?? ''),
    }));
  } finally {
    extracted?.remove();
  }
}

async function pixelRange(raster: Raster): Promise<PixelRange> {
  const range = { min: Infinity, max: -Infinity, missing: 0, pixels: raster.cols * raster.rows };
  const all = { first: 0, end: Infinity };
  for await (const { values } of pixelStripes(raster, all, all)) {
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

/** Contents of a file, line by line, for people. */
export function contentsText(contents: RasterContents): string {
  const { driver, facts, fields, units, variable, months, first } = contents;
  const { cols, rows, crs, xStep, yStep, west, east, south, north, nodata, isMasked } = facts;
  const bands = driver === 'NetCDF' ? 'times' : 'bands';
  const counted = fields === 1 ? `1 ${bands.slice(0, -1)}` : `${fields} ${bands}`;
  const named = variable?.standardName ? ` (${variable.standardName})` : '';
  const declared = isMasked ? 'a mask' : (nodata ?? 'none declared');
  const isAssumed = driver === 'ESRI ASCII grid' && crs === 'EPSG:4326';
  const lines: [string, string][] = [
    ['driver', driver],
    ['variable', variable ? variable.name + named : ''],
    ['size', `${cols} x ${rows} pixels of ${short(xStep)} x ${short(yStep)}, ${counted}`],
    ['CRS', isAssumed ? `not stated, ${crs} is assumed` : crs],
    ['bounds', `x ${short(west)} to ${short(east)}, y ${short(south)} to ${short(north)}`],
    ['months', monthsText(months)],
    ['unit', units ? `"${units}"` : 'not stated'],
    ['range', `${short(first.min)} to ${short(first.max)} in the first of the ${bands}`],
    ['nodata', `${declared}, ${first.missing} of ${first.pixels} pixels are missing`],
  ];
  const stated = lines.filter(([, value]) => value !== '');
  return stated.map(([name, value]) => `  ${name.padEnd(9)} ${value}`).join('\n');
}

function monthsText(months: readonly Partial<YearMonth>[]): string {
  if (months.length === 0) return 'not stated';
  const [first, last] = [months[0], months[months.length - 1]].map(monthText);
  return months.length === 1 ? first : `${first} to ${last} (${months.length})`;
}

/** `2001-01`, or `01` where the year is not said. */
function monthText({ year, month }: Partial<YearMonth>): string {
  const number = month === undefined ? 'none' : String(month).padStart(2, '0');
  return year ? `${year}-${number}` : number;
}
