import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { Projection } from '../crs.ts';
import type { Raster } from '../raster.ts';
import type { PixelSpan, PixelStripe } from '../window.ts';
import { addValue, type Resampler, SLIVER, type WeightedMeans } from './weighted-means.ts';

/**
 * For a raster coarser than the cells, or not clearly finer: bilinear between the four pixel centres
 * around the cell's centre, over those that hold a value. Nothing beyond the raster's outer edge.
 */
export function bilinear(raster: Raster, grid: Grid, projection: Projection): Resampler {
  const pixelCols = new Float64Array(grid.cols);
  const pixelRows = new Float64Array(grid.cols);
  let positioned = -1;

  /** A row is asked for its pixels first and then given them: its places are found once. */
  function findPositions(gridRow: number): void {
    if (gridRow === positioned) return;
    const lat = latOfRow(grid, gridRow);
    for (let col = 0; col < grid.cols; col++) {
      const [x, y] = projection.toCrs(lngOfCol(grid, col), lat);
      pixelCols[col] = (x - raster.xEdge) / raster.xStep - 0.5;
      pixelRows[col] = (y - raster.yEdge) / raster.yStep - 0.5;
    }
    positioned = gridRow;
  }

  function rowsFor(gridRow: number): PixelSpan {
    findPositions(gridRow);
    let first = raster.rows;
    let end = 0;
    for (const pixelRow of pixelRows) {
      const above = Math.floor(pixelRow);
      if (!Number.isFinite(above)) continue;
      first = Math.min(first, above);
      end = Math.max(end, above + 2);
    }
    return { first, end };
  }

  function add(gridRow: number, stripe: PixelStripe, means: WeightedMeans): void {
    findPositions(gridRow);
    for (let col = 0; col < grid.cols; col++) {
      const [pixelCol, pixelRow] = [pixelCols[col], pixelRows[col]];
      if (isInside(raster, pixelCol, pixelRow))
        addPixels(stripe, pixelCol, pixelRow, { row: gridRow, col }, means);
    }
  }
  return { rowsFor, add };
}

function isInside(raster: Raster, col: number, row: number): boolean {
  const margin = 0.5 + SLIVER;
  const insideCols = col >= -margin && col <= raster.cols - 1 + margin;
  return insideCols && row >= -margin && row <= raster.rows - 1 + margin;
}

function addPixels(
  stripe: PixelStripe,
  col: number,
  row: number,
  cell: { row: number; col: number },
  means: WeightedMeans,
): void {
  const left = Math.floor(col);
  const top = Math.floor(row);
  for (let corner = 0; corner < 4; corner++) {
    const pixelCol = left + (corner & 1);
    const pixelRow = top + (corner >> 1);
    const weight = (1 - Math.abs(col - pixelCol)) * (1 - Math.abs(row - pixelRow));
    const stripeCol = pixelCol - stripe.col;
    const stripeRow = pixelRow - stripe.row;
    if (weight < SLIVER || stripeCol < 0 || stripeCol >= stripe.cols) continue;
    if (stripeRow < 0 || stripeRow >= stripe.rows) continue;
    addValue(means, cell.row, cell.col, stripe.values[stripeRow * stripe.cols + stripeCol], weight);
  }
}
