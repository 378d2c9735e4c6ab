import type { BoundingBox } from '../../schemas/grid.ts';
import type { Projection } from './crs.ts';
import type { Raster } from './raster.ts';

/** Extent in pixels, counted from the raster's outer corner; it may reach outside the raster. */
export interface PixelBounds {
  colMin: number;
  colMax: number;
  rowMin: number;
  rowMax: number;
}

/**
 * The bounds in a raster of a box in degrees. In a projected raster its sides are curved, so they
 * are followed in steps of `everyDeg`. Points that the projection cannot place are left out.
 */
export function pixelBounds(
  raster: Raster,
  projection: Projection,
  box: BoundingBox,
  everyDeg: number,
): PixelBounds {
  const { west, south, east, north } = box;
  const bounds = { colMin: Infinity, colMax: -Infinity, rowMin: Infinity, rowMax: -Infinity };
  const steps = Math.max(1, Math.ceil(Math.max(east - west, north - south) / everyDeg));
  for (let i = 0; i <= steps; i++) {
    const lng = west + ((east - west) * i) / steps;
    const lat = south + ((north - south) * i) / steps;
    include(bounds, raster, projection.toCrs(lng, south));
    include(bounds, raster, projection.toCrs(lng, north));
    include(bounds, raster, projection.toCrs(west, lat));
    include(bounds, raster, projection.toCrs(east, lat));
  }
  return bounds;
}

function include(bounds: PixelBounds, raster: Raster, [x, y]: [number, number]): void {
  const col = (x - raster.xEdge) / raster.xStep;
  const row = (y - raster.yEdge) / raster.yStep;
  if (!Number.isFinite(col) || !Number.isFinite(row)) return;
  bounds.colMin = Math.min(bounds.colMin, col);
  bounds.colMax = Math.max(bounds.colMax, col);
  bounds.rowMin = Math.min(bounds.rowMin, row);
  bounds.rowMax = Math.max(bounds.rowMax, row);
}
