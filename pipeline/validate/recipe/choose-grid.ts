import { type BoundingBox, type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { RecipeGrid } from '../../../schemas/types.ts';
import { projectionOf } from '../../rasters/crs.ts';
import type { Raster } from '../../rasters/raster.ts';

/** Step of a first dataset: a cell is 28 km from south to north. */
const STEP_DEG = 0.25;
/** Cells of a first dataset elsewhere; a coarser step is taken for more. */
const MOST_CELLS = 60_000;
/** No dataset goes beyond the sun's polar circles by much; projections and rasters end there. */
const EARTH: BoundingBox = { west: -180, south: -60, east: 180, north: 75 };

/** Outer bounds of a raster in degrees, followed along its edges. */
export function boundsOf(raster: Raster): BoundingBox {
  const { toLngLat } = projectionOf(raster.crs, raster.name);
  const { xEdge, yEdge, xStep, yStep, cols, rows } = raster;
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let i = 0; i <= 40; i++) {
    const [x, y] = [xEdge + (xStep * cols * i) / 40, yEdge + (yStep * rows * i) / 40];
    const ends = [
      toLngLat(x, yEdge),
      toLngLat(x, yEdge + yStep * rows),
      toLngLat(xEdge, y),
      toLngLat(xEdge + xStep * cols, y),
    ];
    for (const [lng, lat] of ends) {
      if (!Number.isFinite(lng) || !Number.isFinite(lat)) continue;
      box.west = Math.min(box.west, lng);
      box.east = Math.max(box.east, lng);
      box.south = Math.min(box.south, lat);
      box.north = Math.max(box.north, lat);
    }
  }
  return box;
}

/** The box that holds two. */
export function joined(a: BoundingBox, b: BoundingBox): BoundingBox {
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  };
}

/**
 * Grid of a recipe for rasters within some bounds: all of Sweden, the part of it that they reach, or, away
 * from Sweden, wherever they have data.
 * @param sweden the cells of Sweden at the same step
 */
export function chooseGrid(bounds: BoundingBox, sweden: Grid): RecipeGrid {
  const whole: BoundingBox = {
    west: lngOfCol(sweden, 0),
    south: latOfRow(sweden, 0),
    east: lngOfCol(sweden, sweden.cols - 1),
    north: latOfRow(sweden, sweden.rows - 1),
  };
  const shared = overlap(bounds, whole);
  const isWhole = (['west', 'south', 'east', 'north'] as const).every(
    (side) => Math.abs(shared[side] - whole[side]) <= STEP_DEG / 2,
  );
  if (isWhole) return { step_deg: STEP_DEG };
  // A place needs the cells around it: no nearer to the raster's edge than a cell.
  const inner = inset(bounds, STEP_DEG);
  const part = overlap(inner, whole);
  if (part.west < part.east && part.south < part.north)
    return { step_deg: STEP_DEG, bbox: sides(part) };
  return elsewhere(bounds);
}

/** Step of Sweden's grid in a recipe that is made. */
export const FIRST_STEP: RecipeGrid = { step_deg: STEP_DEG };

/** Wherever the rasters have data within their bounds. */
export function elsewhere(bounds: BoundingBox): RecipeGrid {
  const inner = overlap(bounds, EARTH);
  const area = (inner.east - inner.west) * (inner.north - inner.south);
  const step = [STEP_DEG, 0.5, 1].find((deg) => area / deg ** 2 <= MOST_CELLS) ?? 1;
  return { step_deg: step, bbox: sides(inset(inner, step / 2)), coverage: 'data' };
}

function overlap(a: BoundingBox, b: BoundingBox): BoundingBox {
  return {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  };
}

function inset({ west, south, east, north }: BoundingBox, by: number): BoundingBox {
  return { west: west + by, south: south + by, east: east - by, north: north - by };
}

function sides({ west, south, east, north }: BoundingBox): number[] {
  return [west, south, east, north].map((deg) => Math.round(deg * 1000) / 1000);
}
