import type { Frame } from '../../coverage/dataset-frame.ts';
import { openRaster, type RasterRef } from '../../rasters/open-raster.ts';
import { regrid } from '../../rasters/regrid.ts';
import { UNCHANGED } from '../../rasters/unit-conversion.ts';

/** Pixels of 0 or below in a month with sun. */
export interface ZeroPixels {
  /** Counted in every needed cell that they reach into. */
  pixels: number;
  cells: number;
  /** The first cell that has some, for people. */
  first: string;
}

/** Every sum of sun above zero. */
const ABOVE_ZERO = { least: Number.MIN_VALUE, greatest: Number.POSITIVE_INFINITY };

/** Counts the pixels without sun that a file does not mark as missing, over the needed cells. */
export async function countZeros(ref: RasterRef, { grid, needed }: Frame): Promise<ZeroPixels> {
  const raster = await openRaster(ref);
  try {
    const { invalid } = await regrid(raster, grid, UNCHANGED, {
      needed,
      boundsOf: () => ABOVE_ZERO,
    });
    const { cells, pixels, first } = invalid.outside;
    return { cells: cells.size, pixels, first: first.replace(/^\d+ of \d+ at (.*): .*$/, '$1') };
  } finally {
    await raster.close();
  }
}
