import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { Raster } from '../raster.ts';
import { clipSpan, type PixelSpan, type PixelStripe } from '../window.ts';
import { addValue, type Resampler, SLIVER, type WeightedMeans } from './weighted-means.ts';

/** An interval in pixels, counted from the raster's outer edge; its ends may be fractions. */
interface PixelInterval {
  from: number;
  to: number;
}

/**
 * For a geographic raster no coarser than the cells: each pixel weighs as much as the area it has
 * inside the cell, which on the sphere is longitude difference times difference of sin(latitude).
 */
export function areaOverlap(raster: Raster, grid: Grid): Resampler {
  const cellCols = Array.from({ length: grid.cols }, (_, col) =>
    intervalOf(lngOfCol(grid, col), grid.stepDeg, raster.xEdge, raster.xStep),
  );
  const cellRows = (gridRow: number) =>
    intervalOf(latOfRow(grid, gridRow), grid.stepDeg, raster.yEdge, raster.yStep);

  function add(gridRow: number, stripe: PixelStripe, means: WeightedMeans): void {
    const inside = cellRows(gridRow);
    const { first, end } = clipSpan(pixelsOf(inside), stripe.row, stripe.rows);
    for (let row = first; row < end; row++) {
      addRow(stripe, row, latWeight(raster, row, inside), cellCols, gridRow, means);
    }
  }
  return { rowsFor: (gridRow) => pixelsOf(cellRows(gridRow)), add };
}

function addRow(
  stripe: PixelStripe,
  row: number,
  rowWeight: number,
  cellCols: PixelInterval[],
  gridRow: number,
  means: WeightedMeans,
): void {
  const offset = (row - stripe.row) * stripe.cols - stripe.col;
  for (let cell = 0; cell < cellCols.length; cell++) {
    const { first, end } = clipSpan(pixelsOf(cellCols[cell]), stripe.col, stripe.cols);
    const { from, to } = cellCols[cell];
    for (let col = first; col < end; col++) {
      const width = Math.min(to, col + 1) - Math.max(from, col);
      addValue(means, gridRow, cell, stripe.values[offset + col], rowWeight * width);
    }
  }
}

/** Difference of sin(latitude) over the part of a pixel row inside the cell. */
function latWeight(raster: Raster, row: number, { from, to }: PixelInterval): number {
  const sinAt = (edge: number) => Math.sin(((raster.yEdge + edge * raster.yStep) * Math.PI) / 180);
  return Math.abs(sinAt(Math.min(to, row + 1)) - sinAt(Math.max(from, row)));
}

function intervalOf(centre: number, sizeDeg: number, edge: number, step: number): PixelInterval {
  const a = (centre - sizeDeg / 2 - edge) / step;
  const b = (centre + sizeDeg / 2 - edge) / step;
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/** The pixels of which an interval holds more than a sliver. */
function pixelsOf({ from, to }: PixelInterval): PixelSpan {
  return { first: Math.floor(from + SLIVER), end: Math.ceil(to - SLIVER) };
}
