import type { PixelChunk, PixelSpan } from './pixel-chunks.ts';
import type { WeightedMeans } from './weighted-means.ts';

/** One way from pixels to cells. It reads nothing itself: chunks are handed to it. */
export interface Sampler {
  /** The raster rows that can matter to a grid row; they may reach outside the raster. */
  rowsFor(gridRow: number): PixelSpan;
  /** Adds what a chunk's pixels give to the cells of a grid row. */
  add(gridRow: number, chunk: PixelChunk, means: WeightedMeans): void;
}

/** A share of a pixel below this comes from floating point, not from the geometry. */
export const SLIVER = 1e-9;
