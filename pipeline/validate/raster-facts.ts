import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fromFile } from 'geotiff';
import { parseAsciiHeader } from '../rasters/ascii-header.ts';
import { openRaster, type RasterRef } from '../rasters/open-raster.ts';
import { extractEntry } from '../rasters/zip.ts';

/** What the header of a raster says. */
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
}

const ASCII_HEADER_BYTES = 4096;

/** Reads the header of a raster that a recipe names; the bytes are those of its file or archive. */
export async function rasterFacts(ref: RasterRef): Promise<RasterFacts> {
  const raster = await openRaster(ref);
  try {
    const { cols, rows, crs, xEdge, yEdge, xStep, yStep } = raster;
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
      nodata: await declaredNodata(ref, raster.name),
    };
  } finally {
    await raster.close();
  }
}

function nameOf({ path, entry, band }: RasterRef): string {
  const file = entry === undefined ? basename(path) : `${basename(path)} > ${entry}`;
  return band === undefined ? file : `${file}, band ${band}`;
}

async function declaredNodata(ref: RasterRef, name: string): Promise<number | null> {
  if (ref.entry === undefined) return nodataOfFile(ref.path, name);
  const extracted = await extractEntry(ref.path, ref.entry);
  return nodataOfFile(extracted.path, name).finally(extracted.remove);
}

async function nodataOfFile(path: string, name: string): Promise<number | null> {
  const isGeotiff = /^\.tiff?$/i.test(extname(path));
  return isGeotiff ? nodataOfGeotiff(path) : nodataOfAscii(path, name);
}

async function nodataOfGeotiff(path: string): Promise<number | null> {
  const tiff = await fromFile(path);
  try {
    return (await tiff.getImage()).getGDALNoData();
  } finally {
    await tiff.close();
  }
}

async function nodataOfAscii(path: string, name: string): Promise<number | null> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(ASCII_HEADER_BYTES);
    const { bytesRead } = await file.read(start, 0, ASCII_HEADER_BYTES, 0);
    return parseAsciiHeader(start.toString('latin1', 0, bytesRead), name).nodata;
  } finally {
    await file.close();
  }
}
