import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/** Formats that GDAL reads and this pipeline does not, by the ending of their names. */
const FORMATS: Record<string, string> = {
  '.vrt': 'a VRT, a description of other files',
  '.grib': 'GRIB',
  '.grib2': 'GRIB',
  '.grb': 'GRIB',
  '.grb2': 'GRIB',
};

/** Files that every Zarr store has, of version 2 or 3. */
const ZARR_FILES = /(^|\/)(\.zgroup|\.zarray|\.zmetadata|zarr\.json)$/;

/** More arrays than these are not listed. */
const MOST_ARRAYS = 5;

/** An array of a Zarr store that may be a raster, or a stack of them. */
interface ZarrArray {
  name: string;
  shape: readonly number[];
  /** Whether it lies beside a latitude; such stores often name no coordinate system. */
  isGeographic: boolean;
  /** Whether 0 stands for chunks never written, as Zarr's writers have it unasked; GDAL takes each 0 for missing then. */
  fillsWith0: boolean;
}

/**
 * Why a file that is in a format of GDAL's is not read, with the line that makes it readable.
 * @param path as a person would type it
 * @returns null for an ending that is none of these
 */
export function foreignFormat(path: string): string | null {
  const ending = extname(path).toLowerCase();
  const format = FORMATS[ending];
  if (!format) return null;
  const line = `gdal_translate ${quoted(path)} ${quoted(tifOf(path, ending))}`;
  const bands =
    format === 'GRIB'
      ? ' (a band a message; -b 3 takes the third of those that gdalinfo lists)'
      : '';
  return `is ${format}, which is not read here; make it a GeoTIFF with: ${line}${bands}.`;
}

/** Whether names inside a folder or an archive are those of a Zarr store. */
export function isZarr(names: readonly string[]): boolean {
  return names.some((name) => ZARR_FILES.test(name));
}

/**
 * Why a Zarr store is not read, with the line for each of its arrays that may hold rasters.
 * @param path the folder as a person would type it
 */
export async function zarrRefusal(path: string): Promise<string> {
  const arrays = await arraysIn(path);
  return refusal(path, arrays);
}

/** Likewise for one in an archive, whose arrays are told by their entries' names. */
export function zippedZarrRefusal(path: string): string {
  return refusal(`/vsizip/${path}`, []);
}

function refusal(store: string, arrays: readonly ZarrArray[]): string {
  const shown =
    arrays.length > 0
      ? arrays.slice(0, MOST_ARRAYS)
      : [{ name: 'NAME', shape: [0, 0], isGeographic: false, fillsWith0: false }];
  const lines = shown.map((array) => lineFor(store, array)).join('; or ');
  const names = arrays.length > 0 ? '' : ' (NAME: an array that gdalinfo lists)';
  return `is a Zarr store, which is not read here; make GeoTIFFs with: ${lines}${names}. Then name these: "files": "..._{month}.tif".`;
}

/** A plane is translated at once, a stack of them one by one. */
function lineFor(store: string, { name, shape, isGeographic, fillsWith0 }: ZarrArray): string {
  const crs = isGeographic ? ' -a_srs EPSG:4326' : '';
  const translate = `gdal_translate${crs}${fillsWith0 ? ' -a_nodata none' : ''}`;
  const source = `ZARR:"${store}":/${name}`;
  if (shape.length === 2) return `${translate} '${source}' ${name}.tif`;
  const last = shape[0] - 1;
  return `for i in {0..${last}}; do ${translate} '${source}:'$i ${name}_$((i+1)).tif; done`;
}

/** The arrays of a store with two or three axes, by name. */
async function arraysIn(store: string): Promise<ZarrArray[]> {
  const names = (await readdir(store)).sort();
  const isGeographic = names.some((name) => /^lat(itude)?$/i.test(name));
  const arrays = await Promise.all(
    names.map(async (name) => {
      const metadata = await metadataOf(store, name);
      const fillsWith0 = /"fill_value"\s*:\s*0(\.0*)?\s*[,}]/.test(metadata);
      return { name, shape: shapeIn(metadata), isGeographic, fillsWith0 };
    }),
  );
  return arrays.filter(({ shape }) => shape.length === 2 || shape.length === 3);
}

async function metadataOf(store: string, name: string): Promise<string> {
  const texts = ['.zarray', 'zarr.json'].map((file) =>
    readFile(join(store, name, file), 'utf8').catch(() => ''),
  );
  return (await Promise.all(texts)).join('');
}

function shapeIn(text: string): number[] {
  const list = /"shape"\s*:\s*\[([\d\s,]*)\]/.exec(text)?.[1] ?? '';
  return list
    .split(',')
    .filter((part) => part.trim())
    .map(Number);
}

function tifOf(path: string, ending: string): string {
  return join(path, '..', `${basename(path).slice(0, -ending.length)}.tif`);
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path}'`;
}
