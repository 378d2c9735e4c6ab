import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { Projection } from '../crs.ts';
import type { Raster } from '../raster.ts';
import { clipSpan, hullOf, type PixelSpan, type PixelStripe, pixelAt } from '../window.ts';
import { addValue, type Resampler, SLIVER, type WeightedMeans } from './weighted-means.ts';

/** An interval in pixels, counted from the raster's outer edge. Its ends may be fractions. */
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
      addRow(stripe, row, latWeight(raster, row, inside), cellCols, gridRow * grid.cols, means);
    }
  }
  return { rowsFor: (gridRow) => pixelsOf(cellRows(gridRow)), add };
}

function addRow(
  stripe: PixelStripe,
  row: number,
  rowWeight: number,
  cellCols: PixelInterval[],
  firstPlace: number,
  means: WeightedMeans,
): void {
  const offset = (row - stripe.row) * stripe.cols - stripe.col;
  for (let cell = 0; cell < cellCols.length; cell++) {
    const { first, end } = clipSpan(pixelsOf(cellCols[cell]), stripe.col, stripe.cols);
    const { from, to } = cellCols[cell];
    for (let col = first; col < end; col++) {
      const width = Math.min(to, col + 1) - Math.max(from, col);
      addValue(means, firstPlace + cell, stripe.values[offset + col], rowWeight * width);
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

/** A polygon in pixels from the raster's outer corner: x, y, x, y .. */
type Polygon = number[];

/**
 * For a projected raster finer than the cells: each pixel weighs as much as the area that it shares
 * with the cell. The cell's sides are drawn straight between its corners. In 0.25 degree cells they
 * bend by 7 m at most, and neighbours share them.
 */
export function projectedOverlap(raster: Raster, grid: Grid, projection: Projection): Resampler {
  const outlinesOf = (gridRow: number) =>
    Array.from({ length: grid.cols }, (_, col) =>
      outlineOf(raster, grid, projection, gridRow, col),
    );
  return {
    rowsFor: (gridRow) => hullOf(outlinesOf(gridRow).map((outline) => spanOf(outline, 1))),
    add: (gridRow, stripe, means) => {
      for (const [col, outline] of outlinesOf(gridRow).entries()) {
        addCell(stripe, outline, gridRow * grid.cols + col, means);
      }
    },
  };
}

function outlineOf(
  raster: Raster,
  grid: Grid,
  projection: Projection,
  gridRow: number,
  gridCol: number,
): Polygon {
  const half = grid.stepDeg / 2;
  const [lat, lng] = [latOfRow(grid, gridRow), lngOfCol(grid, gridCol)];
  const corners = [
    [lng - half, lat - half],
    [lng + half, lat - half],
    [lng + half, lat + half],
    [lng - half, lat + half],
  ] as const;
  return corners.flatMap(([x, y]) => pixelAt(raster, projection.toCrs(x, y)));
}

function addCell(stripe: PixelStripe, outline: Polygon, place: number, means: WeightedMeans): void {
  const rows = clipSpan(spanOf(outline, 1), stripe.row, stripe.rows);
  for (let row = rows.first; row < rows.end; row++) {
    const strip = cut(cut(outline, 1, row, 1), 1, row + 1, -1);
    const cols = clipSpan(spanOf(strip, 0), stripe.col, stripe.cols);
    for (let col = cols.first; col < cols.end; col++) {
      const weight = areaOf(cut(cut(strip, 0, col, 1), 0, col + 1, -1));
      if (weight < SLIVER) continue;
      const at = (row - stripe.row) * stripe.cols + col - stripe.col;
      addValue(means, place, stripe.values[at], weight);
    }
  }
}

/** The part of a convex polygon where coordinate `axis` is above (`side` 1) or below (-1) a limit. */
function cut(polygon: Polygon, axis: 0 | 1, limit: number, side: 1 | -1): Polygon {
  const clipped: Polygon = [];
  for (let i = 0; i < polygon.length; i += 2) {
    const next = (i + 2) % polygon.length;
    const here = side * (polygon[i + axis] - limit);
    const there = side * (polygon[next + axis] - limit);
    if (here >= 0) clipped.push(polygon[i], polygon[i + 1]);
    if (here * there < 0) {
      const share = here / (here - there);
      clipped.push(
        polygon[i] + share * (polygon[next] - polygon[i]),
        polygon[i + 1] + share * (polygon[next + 1] - polygon[i + 1]),
      );
    }
  }
  return clipped;
}

/** Area in pixels (shoelace formula). */
function areaOf(polygon: Polygon): number {
  let twice = 0;
  for (let i = 0; i < polygon.length; i += 2) {
    const next = (i + 2) % polygon.length;
    twice += polygon[i] * polygon[next + 1] - polygon[next] * polygon[i + 1];
  }
  return Math.abs(twice) / 2;
}

/** The pixels that a polygon touches along an axis. None where the projection does not reach. */
function spanOf(polygon: Polygon, axis: 0 | 1): PixelSpan {
  const values = polygon.filter((_, i) => i % 2 === axis);
  if (!values.every(Number.isFinite)) return { first: Infinity, end: -Infinity };
  return { first: Math.floor(Math.min(...values)), end: Math.ceil(Math.max(...values)) };
}

/**
 * For a raster coarser than the cells, or not clearly finer: bilinear between the four pixel centres
 * around the cell's centre, over those that hold a value. Nothing beyond the raster's outer edge.
 */
export function bilinear(raster: Raster, grid: Grid, projection: Projection): Resampler {
  /** Places of the cells' centres, counted from the first pixel's centre. */
  const placesOf = (gridRow: number) =>
    Array.from({ length: grid.cols }, (_, col) => {
      const [x, y] = pixelAt(
        raster,
        projection.toCrs(lngOfCol(grid, col), latOfRow(grid, gridRow)),
      );
      return [x - 0.5, y - 0.5] as const;
    });
  return {
    rowsFor: (gridRow) => {
      const above = placesOf(gridRow).map(([, row]) => Math.floor(row));
      return hullOf(above.filter(Number.isFinite).map((row) => ({ first: row, end: row + 2 })));
    },
    add: (gridRow, stripe, means) => {
      for (const [cell, [col, row]] of placesOf(gridRow).entries()) {
        if (isInside(raster, col, row))
          addPixels(stripe, col, row, gridRow * grid.cols + cell, means);
      }
    },
  };
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
  place: number,
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
    addValue(means, place, stripe.values[stripeRow * stripe.cols + stripeCol], weight);
  }
}
