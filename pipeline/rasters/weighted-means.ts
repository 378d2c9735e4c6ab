import type { PixelChunk, PixelSpan } from './pixel-chunks.ts';

/**
 * A weighted mean per grid column, summed as differences from the column's first value: a cell with
 * one value, or with equal values, gets that very number back without a rounding error.
 */
export interface WeightedMeans {
  reference: Float64Array;
  difference: Float64Array;
  weight: Float64Array;
}

/** Means of nothing yet, for `cols` columns. */
export function emptyMeans(cols: number): WeightedMeans {
  return {
    reference: new Float64Array(cols),
    difference: new Float64Array(cols),
    weight: new Float64Array(cols),
  };
}

/** Adds a value with a weight above 0 to a column; a missing value (NaN) counts for nothing. */
export function addValue(means: WeightedMeans, col: number, value: number, weight: number): void {
  if (Number.isNaN(value)) return;
  if (means.weight[col] === 0) means.reference[col] = value;
  means.difference[col] += weight * (value - means.reference[col]);
  means.weight[col] += weight;
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
