import { readFile } from 'node:fs/promises';
import { extname, relative } from 'node:path';
import { openAsciiGrid } from './ascii-grid.ts';
import { projectionOf } from './crs.ts';
import { foreignFormat, isZarr, zippedZarrRefusal } from './foreign-formats.ts';
import { openGeotiff } from './geotiff/geotiff.ts';
import type { YearMonth } from './netcdf/cf-time.ts';
import { openNetcdfRaster } from './netcdf/netcdf.ts';
import { PVGIS_NODATA, parseNodata } from './nodata.ts';
import type { Raster } from './raster.ts';
import { extractEntry, listEntries } from './zip.ts';

/** A raster in a file, or in a file inside a zip archive. */
export interface RasterRef {
  path: string;
  /** The file inside the zip archive. */
  entry?: string;
  /** From 1, the default; in NetCDF the time. */
  band?: number;
  /** The variable's name or standard name, in NetCDF. */
  variable?: string;
  /** Month of a year that it is of, where many years or NetCDF say so. */
  date?: YearMonth;
  /** Overrules the file's coordinate system: EPSG code, proj4 string or WKT. */
  crs?: string;
}

/** Reads the file next to a raster's by the ending put to its name. Undefined if there is none. */
type ReadBeside = (ending: string) => Promise<string | undefined>;

/**
 * Opens a GeoTIFF (.tif, .tiff), NetCDF (.nc) or ESRI ASCII grid (.asc, .txt), also inside a .zip, and
 * checks its header and coordinate system. Close it when done: an archive's entry lives in a temporary file.
 */
export async function openRaster(ref: RasterRef): Promise<Raster> {
  const raster = await openAny(ref);
  try {
    projectionOf(raster.crs, raster.name);
    await refuseSideFiles(raster, besideOf(ref));
    return raster;
  } catch (error) {
    await raster.close();
    throw error;
  }
}

async function openAny(ref: RasterRef): Promise<Raster> {
  const { path, entry, band = 1 } = ref;
  if (extname(path).toLowerCase() !== '.zip') {
    return openFile(path, `${displayPath(path)}, band ${band}`, ref);
  }
  if (entry === undefined) {
    const inside = await listEntries(path);
    if (isZarr(inside)) {
      throw new Error(`${displayPath(path)}: ${zippedZarrRefusal(displayPath(path))}`);
    }
    throw new Error(`${path}: is an archive; set "entry" to one of: ${inside.join(', ')}.`);
  }
  return openEntry(path, entry, `${displayPath(path)} > ${entry}, band ${band}`, ref);
}

/** Whether a file's name says NetCDF. */
export function isNetcdf(name: string): boolean {
  return ['.nc', '.nc4', '.cdf'].includes(extname(name).toLowerCase());
}

/** From the folder of a plain file, or from the archive of an entry. */
function besideOf({ path, entry }: RasterRef): ReadBeside {
  return async (ending) => {
    if (entry === undefined) return readFile(path + ending, 'latin1').catch(() => undefined);
    if (!(await listEntries(path)).includes(entry + ending)) return undefined;
    const extracted = await extractEntry(path, entry + ending);
    return readFile(extracted.path, 'latin1').finally(extracted.remove);
  };
}

/** As a person would find it from here. */
function displayPath(path: string): string {
  return relative(process.cwd(), path) || path;
}

async function openEntry(
  path: string,
  entry: string,
  name: string,
  ref: RasterRef,
): Promise<Raster> {
  const extracted = await extractEntry(path, entry);
  try {
    const raster = await openFile(extracted.path, name, ref);
    const close = () => raster.close().finally(extracted.remove);
    return { ...raster, close };
  } catch (error) {
    extracted.remove();
    throw error;
  }
}

function openFile(path: string, name: string, ref: RasterRef): Promise<Raster> {
  const { band = 1, crs } = ref;
  const kind = extname(path).toLowerCase();
  if (!Number.isInteger(band) || band < 1) {
    throw new Error(`${name}: "band" counts from 1.`);
  }
  if (kind === '.tif' || kind === '.tiff') return openGeotiff(path, name, band, crs);
  if (isNetcdf(path)) return openNetcdfRaster(path, name, ref);
  const foreign = foreignFormat(displayPath(path));
  if (foreign) throw new Error(`${name}: ${foreign}`);
  if (kind !== '.asc' && kind !== '.txt') {
    throw new Error(
      `${name}: the ending "${kind}" is not read; expected .tif, .tiff, .nc, .asc or .txt.`,
    );
  }
  if (band !== 1) throw new Error(`${name}: an ESRI ASCII grid has one band; leave out "band".`);
  return openAsciiGrid(path, name, crs);
}

/**
 * GDAL keeps what a format has no place for in files next to it. Throws when one says which pixels
 * are missing, or how numbers become values, and the raster itself does not: they would be taken
 * for values as they stand.
 */
async function refuseSideFiles(
  { name, nodata }: Pick<Raster, 'name' | 'nodata'>,
  readBeside: ReadBeside,
): Promise<void> {
  if ((await readBeside('.msk')) !== undefined) {
    throw new Error(
      `${name}: the file with the ending .msk beside it holds a mask, which is not read here; bring it in with: gdalwarp -dstnodata -9999 in.tif out.tif (or delete the .msk if it means nothing).`,
    );
  }
  const xml = (await readBeside('.aux.xml')) ?? '';
  refuseScale(name, xml);
  for (const [, text] of xml.matchAll(/<NoDataValue[^>]*>([^<]*)</g)) {
    const declared = parseNodata(text, `${name}, .aux.xml`);
    if (Number.isNaN(declared) || declared === PVGIS_NODATA || isSame(declared, nodata)) continue;
    throw new Error(
      `${name}: its nodata value ${declared} stands only in the file with the ending .aux.xml beside it, which is not read here; bring it in with: gdal_translate in.tif out.tif.`,
    );
  }
}

/** A band's stored numbers times Scale plus Offset (GDAL, "Persistent Auxiliary Metadata"). */
function refuseScale(name: string, xml: string): void {
  for (const [, element, text] of xml.matchAll(/<(Scale|Offset)>([^<]*)</g)) {
    if (Number(text) === (element === 'Scale' ? 1 : 0)) continue;
    throw new Error(
      `${name}: the file with the ending .aux.xml beside it has <${element}>${text.trim()}</${element}>, which is not applied here; bring it in with: gdal_translate -unscale -ot Float32 in.tif out.tif.`,
    );
  }
}

/** GDAL writes 15 digits next to a file, fewer than a double and more than a float32 needs. */
function isSame(declared: number, nodata: number | null): boolean {
  return nodata !== null && Math.fround(declared) === Math.fround(nodata);
}
