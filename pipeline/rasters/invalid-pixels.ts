import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { Conversion } from './unit-conversion.ts';

/** Least and greatest that a pixel may hold. */
export interface PixelBounds {
  least: number;
  greatest: number;
}

/** Which cells are needed, and what the pixels that reach into them may hold. */
export interface PixelCheck {
  /** By grid index: 1 where the cell is needed. */
  needed: Uint8Array;
  /** Bounds in a row of the grid, in the unit that everything inside has. */
  boundsOf(row: number): PixelBounds;
}

/** Pixels of a raster that cannot be right, counted in every needed cell that they reach into. */
export interface InvalidPixels {
  outside: Found;
  infinite: Found;
}

interface Found {
  /** Grid indexes. */
  cells: Set<number>;
  pixels: number;
  /** The first cell that has some, for a message. */
  first: string;
}

/** Counts by grid index while pixels are added. */
export interface PixelCounts {
  values: Uint32Array;
  infinite: Uint32Array;
  outside: Uint32Array;
  /** The first value outside the bounds. */
  found: Float64Array;
  /** Bounds by row of the grid, in the file's unit. */
  bounds: readonly PixelBounds[];
}

/** Of a raster that is still unread. */
export function noInvalidPixels(): InvalidPixels {
  const none = () => ({ cells: new Set<number>(), pixels: 0, first: '' });
  return { outside: none(), infinite: none() };
}

/** Counts of no pixel yet. */
export function emptyCounts(
  grid: Grid,
  { boundsOf }: PixelCheck,
  { factor, offset }: Conversion,
): PixelCounts {
  const places = grid.rows * grid.cols;
  const inFile = (value: number) => (value - offset) / factor;
  return {
    values: new Uint32Array(places),
    infinite: new Uint32Array(places),
    outside: new Uint32Array(places),
    found: new Float64Array(places),
    bounds: Array.from({ length: grid.rows }, (_, row) => {
      const { least, greatest } = boundsOf(row);
      return { least: inFile(least), greatest: inFile(greatest) };
    }),
  };
}

/** Counts a pixel with a value in the cell of a row. */
export function countPixel(counts: PixelCounts, row: number, place: number, value: number): void {
  counts.values[place]++;
  const { least, greatest } = counts.bounds[row];
  if (value >= least && value <= greatest) return;
  if (!Number.isFinite(value)) counts.infinite[place]++;
  else if (counts.outside[place]++ === 0) counts.found[place] = value;
}

/** The invalid pixels of the needed cells. */
export function invalidPixels(
  { values, infinite, outside, found }: PixelCounts,
  grid: Grid,
  { needed, boundsOf }: PixelCheck,
  { factor, offset }: Conversion,
): InvalidPixels {
  const invalid = noInvalidPixels();
  for (let place = 0; place < needed.length; place++) {
    if (!needed[place] || outside[place] + infinite[place] === 0) continue;
    const row = Math.floor(place / grid.cols);
    const where = `of ${values[place]} at ${latOfRow(grid, row)} N ${lngOfCol(grid, place % grid.cols)} E`;
    const { least, greatest } = boundsOf(row);
    const value = `${short(found[place] * factor + offset)}, expected ${short(least)} to ${short(greatest)}`;
    add(invalid.outside, place, outside[place], `${outside[place]} ${where}: ${value}`);
    add(invalid.infinite, place, infinite[place], `${infinite[place]} ${where}`);
  }
  return invalid;
}

function add(found: Found, place: number, pixels: number, first: string): void {
  if (pixels === 0) return;
  found.cells.add(place);
  found.pixels += pixels;
  found.first ||= first;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Adds what one field of many has. @param field which it is, for people */
export function addInvalidPixels(all: InvalidPixels, of: InvalidPixels, field: string): void {
  for (const kind of ['outside', 'infinite'] as const) {
    const [to, from] = [all[kind], of[kind]];
    for (const place of from.cells) to.cells.add(place);
    to.pixels += from.pixels;
    if (from.pixels > 0) to.first ||= `${field}, ${from.first}`;
  }
}

/**
 * Stops pixels that would go into the means unseen: a mask read as 0 takes a share of a cell's sun.
 * @throws Error naming the raster, how many pixels and cells, and the first of them
 */
export function refuseInvalidPixels(name: string, { infinite, outside }: InvalidPixels): void {
  if (infinite.pixels > 0) {
    throw new Error(
      `${name}: ${counted(infinite)} infinite, first ${infinite.first}. A division by zero leaves such; mark them as missing: gdal_calc.py -A in.tif --calc="numpy.where(numpy.isfinite(A),A,-9999)" --NoDataValue=-9999 --outfile=out.tif; ${OR_ACCEPT} (they then count as missing).`,
    );
  }
  if (outside.pixels === 0) return;
  throw new Error(
    `${name}: ${counted(outside)} not possible there, first ${outside.first}. If the file marks missing pixels by that number, tell it so: gdal_translate -a_nodata 0 in.tif out.tif, NetCDF ncatted -a missing_value,VARIABLE,o,d,0 in.nc (0 or what it is); ${OR_ACCEPT}.`,
  );
}

const OR_ACCEPT = 'if they are right, put "accept_pixels": {"reason": "why"} into "ghi"';

function counted({ pixels, cells }: Found): string {
  const [pixel, cell] = [pixels === 1 ? 'pixel' : 'pixels', cells.size === 1 ? 'cell' : 'cells'];
  return `${pixels} ${pixel} in ${cells.size} ${cell} ${pixels === 1 ? 'is' : 'are'}`;
}
