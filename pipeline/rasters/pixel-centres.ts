import { type Grid, latOfRow, lngOfCol } from '../../schemas/grid.ts';
import type { Projection } from './crs.ts';
import { pixelBounds } from './pixel-bounds.ts';
import type { PixelChunk, PixelSpan } from './pixel-chunks.ts';
import type { Raster } from './raster.ts';
import type { Sampler } from './sampler.ts';
import { addValue, type WeightedMeans } from './weighted-means.ts';

const OUTSIDE = -1;

/**
 * For a projected raster clearly finer than the cells: the plain mean of the pixels whose centres
 * fall in the cell, its south and west sides included.
 */
export function pixelCentres(raster: Raster, grid: Grid, projection: Projection): Sampler {
  // The cell of each pixel, worked out once per chunk and dropped with it.
  const cellsOf = new WeakMap<PixelChunk, Int32Array>();

  function add(gridRow: number, chunk: PixelChunk, means: WeightedMeans): void {
    const cells = cellsOf.get(chunk) ?? cellsOfPixels(raster, grid, projection, chunk);
    cellsOf.set(chunk, cells);
    const firstCell = gridRow * grid.cols;
    for (let i = 0; i < cells.length; i++) {
      const col = cells[i] - firstCell;
      if (col >= 0 && col < grid.cols) addValue(means, col, chunk.values[i], 1);
    }
  }
  return { rowsFor: (gridRow) => rowsOfBand(raster, grid, projection, gridRow), add };
}

/** The rows that a band of cells touches, and one more for the curve between outline points. */
function rowsOfBand(
  raster: Raster,
  grid: Grid,
  projection: Projection,
  gridRow: number,
): PixelSpan {
  const half = grid.stepDeg / 2;
  const lat = latOfRow(grid, gridRow);
  const west = lngOfCol(grid, 0) - half;
  const east = lngOfCol(grid, grid.cols - 1) + half;
  const band = { west, east, south: lat - half, north: lat + half };
  const { rowMin, rowMax } = pixelBounds(raster, projection, band, grid.stepDeg / 4);
  return { first: Math.floor(rowMin) - 1, end: Math.ceil(rowMax) + 1 };
}

function cellsOfPixels(
  raster: Raster,
  grid: Grid,
  projection: Projection,
  chunk: PixelChunk,
): Int32Array {
  const cells = new Int32Array(chunk.values.length);
  for (let i = 0; i < cells.length; i++) {
    const x = raster.xEdge + (chunk.col + (i % chunk.cols) + 0.5) * raster.xStep;
    const y = raster.yEdge + (chunk.row + Math.floor(i / chunk.cols) + 0.5) * raster.yStep;
    cells[i] = cellOfPoint(grid, projection.toLngLat(x, y));
  }
  return cells;
}

function cellOfPoint(grid: Grid, [lng, lat]: [number, number]): number {
  const row = Math.floor(lat / grid.stepDeg + 0.5) - grid.firstRow;
  const col = Math.floor(lng / grid.stepDeg + 0.5) - grid.firstCol;
  const inside = row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
  return inside ? row * grid.cols + col : OUTSIDE;
}
