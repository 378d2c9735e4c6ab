import { latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { Frame } from '../../coverage/dataset-frame.ts';
import { openRaster, type RasterRef } from '../../rasters/open-raster.ts';
import { regrid } from '../../rasters/regrid.ts';
import { emptyTally } from '../../rasters/weighted-means.ts';

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
  const zeros: ZeroPixels = { pixels: 0, cells: 0, first: '' };
  const raster = await openRaster(ref);
  try {
    const readRow = regrid(raster, grid);
    for (let row = 0; row < grid.rows; row++) {
      const tally = emptyTally(grid.cols, ABOVE_ZERO);
      await readRow(row, tally);
      tally.outside.forEach((pixels, col) => {
        if (pixels === 0 || !needed[row * grid.cols + col]) return;
        if (zeros.cells++ === 0) zeros.first = `${latOfRow(grid, row)} N ${lngOfCol(grid, col)} E`;
        zeros.pixels += pixels;
      });
    }
  } finally {
    await raster.close();
  }
  return zeros;
}
