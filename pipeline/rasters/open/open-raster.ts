import { readFile } from 'node:fs/promises';
import { extname, relative } from 'node:path';
import { projectionOf } from '../crs.ts';
import type { Raster, RasterFields } from '../raster.ts';
import { openAsciiGrid } from './ascii-grid.ts';
import { type FileKind, fileKind } from './file-kind.ts';
import { openGeotiff } from './geotiff/geotiff.ts';
import { openNetcdfFields } from './netcdf/netcdf.ts';
import { PVGIS_NODATA, parseNodata } from './nodata.ts';
import { crsBeside, type SideFiles } from './side-files.ts';
import { extractEntry, listEntries } from './zip.ts';

/** A raster in a file, or in a file inside a zip archive. */
export interface RasterRef {
  path: string;
  /** The file inside the zip archive. */
  entry?: string;
  /** Number of the band from 1, the default. In NetCDF that of the time. */
  band?: number;
  /** The variable's name or standard name, in NetCDF. */
  variable?: string;
  /** Overrules the file's coordinate system: EPSG code, proj4 string or WKT. */
  crs?: string;
}

/** An opened file of rasters, with its format. */
export interface RasterFile extends RasterFields {
  kind: Exclude<FileKind, 'zip'>;
}

/**
 * Opens a raster: one band of a GeoTIFF, one time of NetCDF, or an ESRI ASCII grid, also inside a .zip, and checks its
 * header and coordinate system. Close it when done: an archive's entry lives in a temporary file.
 */
export async function openRaster(ref: RasterRef): Promise<Raster> {
  const { band = 1 } = ref;
  const file = await openRasterFile(ref);
  try {
    const name = displayName(ref);
    if (!Number.isInteger(band) || band < 1) throw new Error(`${name}: "band" counts from 1.`);
    if (band > file.fields) {
      const what = file.kind.startsWith('netcdf') ? 'times' : 'band(s)';
      throw new Error(
        file.kind === 'text'
          ? `${name}: an ESRI ASCII grid has one band. Leave out "band".`
          : `${name}: has ${file.fields} ${what}, so there is no ${band}. Set "band" to one of them.`,
      );
    }
    return { ...file.rasterOf(band - 1), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens a file of rasters. Which reader takes it is recognised by its first bytes. */
export async function openRasterFile(given: RasterRef): Promise<RasterFile> {
  const ref = await withEntry(given);
  const { path, entry } = ref;
  const name = displayName(ref);
  const extracted = entry === undefined ? null : await extractEntry(path, entry);
  let opened: RasterFile | undefined;
  const close = async () => {
    await opened?.close();
    extracted?.remove();
  };
  try {
    const beside = besideOf(ref);
    opened = await openFile(extracted?.path ?? path, name, ref, beside);
    const first = opened.rasterOf(0);
    projectionOf(first.crs, first.name);
    refuseNoDegrees(first);
    await refuseSideFiles(first, beside);
    const { rasterOf } = opened;
    return { ...opened, rasterOf: (field) => withinGreenwich(rasterOf(field)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A zip of a single raster needs no entry. */
async function withEntry(ref: RasterRef): Promise<RasterRef> {
  const { path, entry } = ref;
  const name = displayPath(path);
  if (entry !== undefined || (await fileKind(path, name)) !== 'zip') return ref;
  const inside = await listEntries(path);
  const rasters = inside.filter(hasRasterName);
  if (rasters.length === 1) return { ...ref, entry: rasters[0] };
  throw new Error(
    `${name}: is a zip archive. Set "entry" to one of: ${inside.slice(0, 20).join(', ')}.`,
  );
}

/** Whether a name ends as rasters do that are read here. */
export function hasRasterName(name: string): boolean {
  return /\.(tiff?|asc|txt|nc|nc4|cdf)$/i.test(name) && !/readme|licen[cs]e/i.test(name);
}

/** Whether a file, or by its name an entry, is NetCDF. */
export async function isNetcdf({ path, entry }: RasterRef): Promise<boolean> {
  if (entry !== undefined) return /\.(nc4?|cdf)$/i.test(entry);
  return (await fileKind(path, displayPath(path))).startsWith('netcdf');
}

/** Side files from the folder of a plain file, or from the archive of an entry. Endings in small letters or capitals. */
function besideOf({ path, entry }: RasterRef): SideFiles {
  const read = async (name: string) => {
    if (entry === undefined) return readFile(name, 'latin1').catch(() => undefined);
    if (!(await listEntries(path)).includes(name)) return undefined;
    const extracted = await extractEntry(path, name);
    return readFile(extracted.path, 'latin1').finally(extracted.remove);
  };
  const whole = entry ?? path;
  const stem = whole.slice(0, whole.length - extname(whole).length);
  return {
    behind: (ending) => read(whole + ending),
    instead: async (endings) => {
      for (const ending of endings.flatMap((one) => [one, one.toUpperCase()])) {
        const text = await read(stem + ending);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

/** The path as a person would find it from here. */
function displayPath(path: string): string {
  return relative(process.cwd(), path) || path;
}

/** A file, or an entry of an archive, for people. */
export function displayName({ path, entry }: RasterRef): string {
  return displayPath(path) + (entry === undefined ? '' : ` > ${entry}`);
}

async function openFile(
  path: string,
  name: string,
  { crs, variable }: RasterRef,
  beside: SideFiles,
): Promise<RasterFile> {
  const kind = await fileKind(path, name);
  if (kind === 'zip')
    throw new Error(`${name}: is a zip archive in a zip archive. Unpack it first.`);
  if (kind === 'tiff') return { kind, ...(await openGeotiff(path, name, crs, beside)) };
  if (kind === 'text') {
    const raster = await openAsciiGrid(
      path,
      `${name}, band 1`,
      crs ?? (await crsBeside(beside, name)),
    );
    return { kind, fields: 1, months: null, rasterOf: () => raster, close: () => raster.close() };
  }
  return { kind, ...(await openNetcdfFields(path, name, { crs, variable })) };
}

/** Metres taken for degrees, where neither file nor recipe names the coordinate system. */
function refuseNoDegrees({ name, crs, xEdge, yEdge, xStep, yStep, cols, rows }: Raster): void {
  const [x, y] = [xEdge + cols * xStep, yEdge + rows * yStep];
  const isOnEarth =
    Math.max(Math.abs(xEdge), Math.abs(x)) <= 720 && Math.max(Math.abs(yEdge), Math.abs(y)) <= 360;
  if (isOnEarth || !projectionOf(crs, name).isGeographic) return;
  throw new Error(
    `${name}: its coordinates are x ${xEdge} to ${x}, y ${yEdge} to ${y}, which are no degrees of ${crs}. Give the EPSG code or proj4 text of its coordinate system in "crs", or put a .prj next to the file.`,
  );
}

/** Longitudes that pass 180 or 360, such as 350 to 390, are those of the same places from -180 on. */
function withinGreenwich(raster: Raster): Raster {
  const { crs, name, xEdge, xStep, cols } = raster;
  if (!projectionOf(crs, name).isGeographic) return raster;
  const west = Math.min(xEdge, xEdge + cols * xStep);
  const turns = Math.floor((west + 180 + Math.abs(xStep)) / 360);
  return turns === 0 ? raster : { ...raster, xEdge: xEdge - 360 * turns };
}

/**
 * GDAL keeps what a format has no place for in files next to it. Throws when one says which pixels
 * are missing, or how numbers become values, and the raster itself does not: they would be taken
 * for values as they stand.
 */
async function refuseSideFiles(
  { name, nodata }: Pick<Raster, 'name' | 'nodata'>,
  beside: SideFiles,
): Promise<void> {
  if ((await beside.behind('.msk')) !== undefined) {
    throw new Error(
      `${name}: the .msk file next to it holds a mask, which is not read. Bring it in with: gdalwarp -dstnodata -9999 in.tif out.tif (or delete the .msk if it means nothing).`,
    );
  }
  const xml = (await beside.behind('.aux.xml')) ?? '';
  refuseScale(name, xml);
  for (const [, text] of xml.matchAll(/<NoDataValue[^>]*>([^<]*)</g)) {
    const declared = parseNodata(text, `${name}, .aux.xml`);
    // GDAL writes 15 digits next to a file, fewer than a double and more than a float32 needs.
    const isSame = nodata !== null && Math.fround(declared) === Math.fround(nodata);
    if (Number.isNaN(declared) || declared === PVGIS_NODATA || isSame) continue;
    throw new Error(
      `${name}: its nodata value ${declared} is only in the .aux.xml file next to it, which is not read. Bring it in with: gdal_translate in.tif out.tif.`,
    );
  }
}

/** A band's stored numbers times Scale plus Offset (GDAL, "Persistent Auxiliary Metadata"). */
function refuseScale(name: string, xml: string): void {
  for (const [, element, text] of xml.matchAll(/<(Scale|Offset)>([^<]*)</g)) {
    if (Number(text) === (element === 'Scale' ? 1 : 0)) continue;
    throw new Error(
      `${name}: the .aux.xml file next to it has <${element}>${text.trim()}</${element}>, which is not applied. Bring it in with: gdal_translate -unscale -ot Float32 in.tif out.tif.`,
    );
  }
}
