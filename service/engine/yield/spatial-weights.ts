import { latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { PvYieldCells } from '../../../schemas/codec/pv-yield-artifact.ts';

/** A point's place among the cells. */
export interface SpatialWeights {
  interpolation: 'bilinear' | 'inverse_distance';
  /** So many of the entries below are in use, at most 4. */
  count: number;
  cells: Int32Array;
  /** Sum to 1. */
  weights: Float64Array;
  /** Distances to the cells' centres, in grid steps. */
  distances: Float64Array;
  /** The cell whose centre is nearest, and that centre in degrees. */
  nearest: number;
  nearestLat: number;
  nearestLng: number;
}

/** An object for `spatialWeights` to fill. It can be filled again and again. */
export function emptyWeights(): SpatialWeights {
  return {
    interpolation: 'bilinear',
    count: 0,
    cells: new Int32Array(4),
    weights: new Float64Array(4),
    distances: new Float64Array(4),
    nearest: -1,
    nearestLat: 0.5,
    nearestLng: 0.5,
  };
}

/**
 * Fills `out` with the cells around a point (degrees): bilinear over the four surrounding centres, or by inverse
 * distance over those there, where one to three that bilinear would use are missing. False when there is none. Rows and
 * columns count from 0° here: a part of a grid gives the bits of the whole.
 */
export function spatialWeights(
  { grid, cell_index }: Pick<PvYieldCells, 'grid' | 'cell_index'>,
  lat: number,
  lng: number,
  out: SpatialWeights,
): boolean {
  const row = lat / grid.stepDeg;
  const col = lng / grid.stepDeg;
  const south = Math.floor(row);
  const west = Math.floor(col);
  const lngScale = Math.cos((lat * Math.PI) / 180);
  let missing = 0;
  let min = Number.POSITIVE_INFINITY;
  out.count = 0;

  for (let corner = 0; corner < 4; corner++) {
    const north = south + (corner >> 1);
    const east = west + (corner & 1);
    const weight = (1 - Math.abs(row - north)) * (1 - Math.abs(col - east));
    if (weight <= 0) continue;
    const r = north - grid.firstRow;
    const c = east - grid.firstCol;
    const inGrid = r >= 0 && r < grid.rows && c >= 0 && c < grid.cols;
    const cell = inGrid ? cell_index[r * grid.cols + c] : -1;
    if (cell < 0) {
      missing++;
      continue;
    }
    const distance = distanceOf(row - north, (col - east) * lngScale);
    if (distance < min) {
      min = distance;
      out.nearest = cell;
      out.nearestLat = latOfRow(grid, r);
      out.nearestLng = lngOfCol(grid, c);
    }
    out.cells[out.count] = cell;
    out.distances[out.count] = distance;
    out.weights[out.count++] = weight;
  }

  out.interpolation = missing === 0 ? 'bilinear' : 'inverse_distance';
  for (let i = 0; missing > 0 && i < out.count; i++) out.weights[i] = 1 / out.distances[i];
  sumToOne(out);
  return out.count > 0;
}

/** Distance over a fraction of a degree in grid steps of latitude. A hair above 0 so that it can be divided by. */
function distanceOf(rows: number, latCols: number): number {
  return Math.sqrt(rows * rows + latCols * latCols) + 1e-12;
}

function sumToOne({ count, weights }: SpatialWeights): void {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += weights[i];
  for (let i = 0; i < count; i++) weights[i] /= sum;
}

/** The mean of a value of the cells by their weights. @param unknown value in the place of NaN */
export function weighCells(
  { count, cells, weights }: SpatialWeights,
  values: Float32Array,
  perCell: number,
  offset: number,
  unknown = Number.NaN,
): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const value = values[cells[i] * perCell + offset];
    sum += weights[i] * (Number.isNaN(value) ? unknown : value);
  }
  return sum;
}
