import type { PixelSpan, PixelStripe } from '../window.ts';

/**
 * A weighted mean per grid index, summed as differences from the place's first value: a cell with
 * one value, or with equal values, gets that very number back without a rounding error.
 */
export interface WeightedMeans {
  reference: Float64Array;
  difference: Float64Array;
  weight: Float64Array;
}

/** Means of nothing yet. */
export function emptyMeans(places: number): WeightedMeans {
  return {
    reference: new Float64Array(places),
    difference: new Float64Array(places),
    weight: new Float64Array(places),
  };
}

/**
 * Adds a value with a weight above 0 to a cell, by its grid index. A missing value (NaN) and an infinite one count
 * for nothing in the mean.
 */
export function addValue(means: WeightedMeans, place: number, value: number, weight: number): void {
  if (!Number.isFinite(value)) return;
  if (means.weight[place] === 0) means.reference[place] = value;
  means.difference[place] += weight * (value - means.reference[place]);
  means.weight[place] += weight;
}

/** The means, NaN where nothing was added. */
export function finishedMeans({ reference, difference, weight }: WeightedMeans): Float64Array {
  return reference.map((value, place) =>
    weight[place] > 0 ? value + difference[place] / weight[place] : Number.NaN,
  );
}

/** One method from pixels to cells. It reads nothing itself: stripes are handed to it. */
export interface Resampler {
  /** The raster rows that can matter to a grid row. They may reach outside the raster. */
  rowsFor(gridRow: number): PixelSpan;
  /** Adds what a stripe's pixels give to the cells of a grid row. */
  add(gridRow: number, stripe: PixelStripe, means: WeightedMeans): void;
}

/** A share of a pixel below this comes from floating point, not from the geometry. */
export const SLIVER = 1e-9;
