import type { PixelChunk, PixelSpan } from './pixel-chunks.ts';

/** Least and greatest that a pixel may hold. */
export interface PixelBounds {
  least: number;
  greatest: number;
}

/** Bounds of what a row's pixels may hold, and per column how many do not; all in one unit. */
export interface PixelTally extends PixelBounds {
  /** Pixels that reach into the column's cell with a value. */
  values: Uint32Array;
  /** Those among them that are infinite, and those below `least` or above `greatest`. */
  infinite: Uint32Array;
  outside: Uint32Array;
  /** A value outside the bounds, NaN where there is none. */
  found: Float64Array;
  /** Where a raster is the mean of several fields: the field that a column's first was found in. */
  fields: (string | undefined)[];
}

/** A tally of no pixel yet, for `cols` columns. */
export function emptyTally(cols: number, { least, greatest }: PixelBounds): PixelTally {
  return {
    least,
    greatest,
    values: new Uint32Array(cols),
    infinite: new Uint32Array(cols),
    outside: new Uint32Array(cols),
    found: new Float64Array(cols).fill(Number.NaN),
    fields: [],
  };
}

/**
 * A weighted mean per grid column, summed as differences from the column's first value: a cell with
 * one value, or with equal values, gets that very number back without a rounding error.
 */
export interface WeightedMeans {
  reference: Float64Array;
  difference: Float64Array;
  weight: Float64Array;
  /** Counts the pixels that cannot be right; null where nobody asks. */
  tally: PixelTally | null;
}

/** Means of nothing yet, for `cols` columns. */
export function emptyMeans(cols: number, tally: PixelTally | null = null): WeightedMeans {
  return {
    reference: new Float64Array(cols),
    difference: new Float64Array(cols),
    weight: new Float64Array(cols),
    tally,
  };
}

/**
 * Adds a value with a weight above 0 to a column; a missing value (NaN) and an infinite one count
 * for nothing in the mean.
 */
export function addValue(means: WeightedMeans, col: number, value: number, weight: number): void {
  if (Number.isNaN(value)) return;
  if (means.tally) countPixel(means.tally, col, value);
  if (!Number.isFinite(value)) return;
  if (means.weight[col] === 0) means.reference[col] = value;
  means.difference[col] += weight * (value - means.reference[col]);
  means.weight[col] += weight;
}

function countPixel(tally: PixelTally, col: number, value: number): void {
  tally.values[col]++;
  if (value >= tally.least && value <= tally.greatest) return;
  if (!Number.isFinite(value)) tally.infinite[col]++;
  else if (tally.outside[col]++ === 0) tally.found[col] = value;
}

/** The means, NaN where nothing was added. */
export function finishedMeans({ reference, difference, weight }: WeightedMeans): Float64Array {
  const means = new Float64Array(reference.length);
  for (let col = 0; col < means.length; col++) {
    means[col] = weight[col] > 0 ? reference[col] + difference[col] / weight[col] : Number.NaN;
  }
  return means;
}

/** One way from pixels to cells. It reads nothing itself: chunks are handed to it. */
export interface Sampler {
  /** The raster rows that can matter to a grid row; they may reach outside the raster. */
  rowsFor(gridRow: number): PixelSpan;
  /** Adds what a chunk's pixels give to the cells of a grid row. */
  add(gridRow: number, chunk: PixelChunk, means: WeightedMeans): void;
}

/** A share of a pixel below this comes from floating point, not from the geometry. */
export const SLIVER = 1e-9;
