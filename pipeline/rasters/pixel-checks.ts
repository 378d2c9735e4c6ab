import { colOfLng, type Grid, latOfRow, lngOfCol, rowOfLat } from '../../schemas/codec/grid.ts';
import { projectionOf } from './crs.ts';
import type { Raster } from './raster.ts';
import type { Conversion } from './unit-conversion.ts';
import type { PixelStripe } from './window.ts';

/** Least and greatest that a pixel may hold. */
export interface PixelBounds {
  least: number;
  greatest: number;
}

/** Which cells are needed, and what the pixels in them may hold. */
export interface PixelCheck {
  /** By grid index: 1 where the cell is needed. */
  needed: Uint8Array;
  /** Bounds by row of the grid, in the unit that everything inside has. */
  bounds: readonly PixelBounds[];
}

interface Found {
  pixels: number;
  /** The first of them, for a message. */
  first: string;
}

/** Pixels of one or more rasters, counted. */
export interface PixelTally {
  /** All of the window that is read. */
  pixels: number;
  missing: number;
  /** Pixels in needed cells that cannot be right. */
  outside: Found;
  infinite: Found;
}

/** A tally of nothing yet. */
export function emptyTally(): PixelTally {
  const none = () => ({ pixels: 0, first: '' });
  return { pixels: 0, missing: 0, outside: none(), infinite: none() };
}

/**
 * Counts the pixels of a raster, stripe by stripe: missing ones, and in needed cells infinite ones and those out of
 * bounds. A pixel is in the cell that holds its centre.
 * @param field which raster of several it is, for people
 */
export function pixelCounter(
  raster: Raster,
  grid: Grid,
  { needed, bounds }: PixelCheck,
  { factor, offset }: Conversion,
  tally: PixelTally,
  field = '',
): (stripe: PixelStripe) => void {
  const { toLngLat } = projectionOf(raster.crs, raster.name);
  // What is possible in every row needs no place.
  const least = Math.max(...bounds.map((row) => row.least));
  const greatest = Math.min(...bounds.map((row) => row.greatest));

  function place(stripe: PixelStripe, at: number): { row: number; col: number } {
    const [pixelRow, pixelCol] = [Math.floor(at / stripe.cols), at % stripe.cols];
    const [lng, lat] = toLngLat(
      raster.xEdge + (stripe.col + pixelCol + 0.5) * raster.xStep,
      raster.yEdge + (stripe.row + pixelRow + 0.5) * raster.yStep,
    );
    return { row: rowOfLat(grid, lat), col: colOfLng(grid, lng) };
  }

  return (stripe) => {
    tally.pixels += stripe.values.length;
    for (let at = 0; at < stripe.values.length; at++) {
      const value = stripe.values[at] * factor + offset;
      if (value >= least && value <= greatest) continue;
      if (Number.isNaN(value)) {
        tally.missing++;
        continue;
      }
      const { row, col } = place(stripe, at);
      const isInGrid = row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
      if (!isInGrid || !needed[row * grid.cols + col]) continue;
      if (value >= bounds[row].least && value <= bounds[row].greatest) continue;
      const where = `${field && `${field}, `}in the cell at ${latOfRow(grid, row)} N ${lngOfCol(grid, col)} E`;
      const range = `${short(bounds[row].least)} to ${short(bounds[row].greatest)}`;
      if (!Number.isFinite(value)) add(tally.infinite, where);
      else add(tally.outside, `${where}: ${short(value)}, expected ${range}`);
    }
  };
}

function add(found: Found, text: string): void {
  found.pixels++;
  found.first ||= text;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** What hid the pixels of a raster that have no value, for a message. */
export function missingText(raster: Raster, { pixels, missing }: PixelTally): string {
  const { rule, pixels: hidden } = raster.hidden?.() ?? { rule: '', pixels: 0 };
  const nodata = raster.isMasked ? 'a mask' : (raster.nodata ?? 'none declared');
  const rules = [
    `nodata (${nodata}) hides ${missing - hidden}`,
    ...(rule ? [`${rule} hides ${hidden}`] : []),
  ];
  return `of ${pixels} pixels there, ${rules.join(', and ')}`;
}

const OR_ACCEPT = 'If they are right, put "accept_pixels": {"reason": "why"} into "ghi"';

/**
 * Stops pixels that would go into the means unseen: a mask read as 0 takes a share of a cell's sun.
 * @throws Error naming the raster, how many pixels there are, and the first of them
 */
export function refuseInvalidPixels(name: string, { infinite, outside }: PixelTally): void {
  if (infinite.pixels > 0) {
    throw new Error(
      `${name}: ${counted(infinite)} infinite, the first ${infinite.first}. A division by zero leaves such values. Mark them as missing with: gdal_calc.py -A in.tif --calc="numpy.where(numpy.isfinite(A),A,-9999)" --NoDataValue=-9999 --outfile=out.tif. ${OR_ACCEPT} (they then count as missing).`,
    );
  }
  if (outside.pixels === 0) return;
  throw new Error(
    `${name}: ${counted(outside)} not possible there, the first ${outside.first}. If the file marks missing pixels by that number, declare it (0 or what it is) with: gdal_translate -a_nodata 0 in.tif out.tif, or for NetCDF: ncatted -a missing_value,VARIABLE,o,d,0 in.nc. ${OR_ACCEPT}.`,
  );
}

function counted({ pixels }: Found): string {
  return pixels === 1 ? '1 pixel is' : `${pixels} pixels are`;
}
