import type { PixelBounds, PixelTally } from '../rasters/weighted-means.ts';

/** Pixels of a raster that cannot be right, counted in every needed cell that they reach into. */
export interface PixelDoubts {
  outside: Found;
  infinite: Found;
}

interface Found {
  cells: number;
  pixels: number;
  /** The first cell that has some, for a message. */
  first: string;
}

/** Doubts about a raster that is still unread. */
export function noDoubts(): PixelDoubts {
  const none = () => ({ cells: 0, pixels: 0, first: '' });
  return { outside: none(), infinite: none() };
}

/**
 * Takes what a row's tally found in the needed cells.
 * @param placeOf where a column's cell is, for people
 */
export function addDoubts(
  { outside, infinite }: PixelDoubts,
  tally: PixelTally,
  places: Uint8Array,
  bounds: PixelBounds,
  placeOf: (col: number) => string,
): void {
  for (let col = 0; col < places.length; col++) {
    if (!places[col] || tally.outside[col] + tally.infinite[col] === 0) continue;
    const field = tally.fields[col] === undefined ? '' : ` in ${tally.fields[col]}`;
    const ofAll = (pixels: number) =>
      `${pixels} of ${tally.values[col]} at ${placeOf(col)}${field}`;
    const value = `${short(tally.found[col])}, expected ${short(bounds.least)} to ${short(bounds.greatest)}`;
    add(outside, tally.outside[col], () => `${ofAll(tally.outside[col])}: ${value}`);
    add(infinite, tally.infinite[col], () => ofAll(tally.infinite[col]));
  }
}

function add(found: Found, pixels: number, place: () => string): void {
  if (pixels === 0) return;
  if (found.cells === 0) found.first = place();
  found.cells++;
  found.pixels += pixels;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/**
 * Stops pixels that would go into the means unseen: a mask read as 0 takes a share of a cell's sun.
 * @throws Error naming the raster, how many pixels and cells, and the first of them
 */
export function refuseDoubts(name: string, { infinite, outside }: PixelDoubts): void {
  if (infinite.cells > 0) {
    throw new Error(
      `${name}: ${counted(infinite)} infinite, first ${infinite.first}. A division by zero leaves such; mark them as missing: gdal_calc.py -A in.tif --calc="numpy.where(numpy.isfinite(A),A,-9999)" --NoDataValue=-9999 --outfile=out.tif; ${OR_ACCEPT} (they then count as missing).`,
    );
  }
  if (outside.cells === 0) return;
  throw new Error(
    `${name}: ${counted(outside)} not possible there, first ${outside.first}. If the file marks missing pixels by that number, tell it so: gdal_translate -a_nodata 0 in.tif out.tif, NetCDF ncatted -a missing_value,VARIABLE,o,d,0 in.nc (0 or what it is); ${OR_ACCEPT}.`,
  );
}

const OR_ACCEPT = 'if they are right, put "accept_pixels": {"reason": "why"} into "ghi"';

function counted({ pixels, cells }: Found): string {
  const [pixel, cell] = [pixels === 1 ? 'pixel' : 'pixels', cells === 1 ? 'cell' : 'cells'];
  return `${pixels} ${pixel} in ${cells} ${cell} ${pixels === 1 ? 'is' : 'are'}`;
}
