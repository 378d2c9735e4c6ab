import { type Grid, latOfRow, lngOfCol, rowOfLat } from '../../schemas/codec/grid.ts';
import { projectionOf } from './crs.ts';
import type { Raster } from './raster.ts';
import { SLIVER } from './regrid/weighted-means.ts';
import type { Conversion } from './unit-conversion.ts';
import type { PixelStripe } from './window.ts';

/** Least and greatest that a pixel may hold. */
export interface PixelBounds {
  least: number;
  greatest: number;
}

export interface PixelCheck {
  /** Needed cells by grid index: 1 where the cell is needed. */
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
 * Counts the pixels of a raster, stripe by stripe: missing ones, and of those that needed cells take into their means
 * infinite ones and those out of bounds.
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
  // A value that is possible in every row needs no place.
  const least = Math.max(...bounds.map((row) => row.least));
  const greatest = Math.min(...bounds.map((row) => row.greatest));

  /** Bounds of the row that is nearest to a pixel's centre, and the needed cell that it reaches into, if any. */
  function place(stripe: PixelStripe, at: number) {
    const x = raster.xEdge + (stripe.col + (at % stripe.cols)) * raster.xStep;
    const y = raster.yEdge + (stripe.row + Math.floor(at / stripe.cols)) * raster.yStep;
    const corners = [0, 1, 2, 3].map((i) =>
      toLngLat(x + (i & 1) * raster.xStep, y + (i >> 1) * raster.yStep),
    );
    const [lngs, lats] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    const rows = reachOf(lats, grid.firstRow, grid.rows, grid.stepDeg);
    const cols = reachOf(lngs, grid.firstCol, grid.cols, grid.stepDeg);
    const cells = rows.flatMap((row) => cols.map((col) => ({ row, col })));
    const row = rowOfLat(grid, toLngLat(x + raster.xStep / 2, y + raster.yStep / 2)[1]);
    return {
      range: bounds[Math.min(grid.rows - 1, Math.max(0, row))],
      cell: cells.find((cell) => needed[cell.row * grid.cols + cell.col]),
    };
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
      const { range, cell } = place(stripe, at);
      if (!cell || (value >= range.least && value <= range.greatest)) continue;
      const where = `${field && `${field}, `}in the cell at ${latOfRow(grid, cell.row)} N ${lngOfCol(grid, cell.col)} E`;
      const expected = `${short(range.least)} to ${short(range.greatest)}`;
      if (!Number.isFinite(value)) add(tally.infinite, where);
      else add(tally.outside, `${where}: ${short(value)}, expected ${expected}`);
    }
  };
}

/**
 * Rows or columns of the grid, nearest first, whose cells a pixel may count in: those that it overlaps, or where it is
 * larger than a cell those whose centres are within its size.
 * @param ends latitudes or longitudes of its corners
 */
function reachOf(ends: number[], first: number, count: number, stepDeg: number): number[] {
  const [least, greatest] = [Math.min(...ends), Math.max(...ends)];
  const reach = Math.max(stepDeg, greatest - least) / 2;
  const from = Math.ceil((least - reach) / stepDeg + SLIVER) - first;
  const to = Math.floor((greatest + reach) / stepDeg - SLIVER) - first;
  const middle = (from + to) / 2;
  const length = Math.min(count - 1, to) - Math.max(0, from) + 1;
  const places = Array.from({ length: Math.max(0, length) }, (_, i) => Math.max(0, from) + i);
  return places.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

function add(found: Found, text: string): void {
  found.pixels++;
  found.first ||= text;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** The reason why pixels of a raster have no value, for a message. */
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
