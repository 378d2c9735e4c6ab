import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { openRaster, type RasterRef } from '../rasters/open-raster.ts';

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
  /** Whether the file has a mask of its own. */
  isMasked: boolean;
}

/** Reads the header of a raster that a recipe names; the bytes are those of its file or archive. */
export async function rasterFacts(ref: RasterRef): Promise<RasterFacts> {
  const raster = await openRaster(ref);
  try {
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
  } finally {
    await raster.close();
  }
}

function nameOf({ path, entry, band }: RasterRef): string {
  const file = entry === undefined ? basename(path) : `${basename(path)} > ${entry}`;
  return band === undefined ? file : `${file}, band ${band}`;
}
