import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { Projection } from '../crs.ts';
import type { Raster } from '../raster.ts';
import { clipSpan, type PixelSpan, type PixelStripe } from '../window.ts';
import { addValue, type Resampler, SLIVER, type WeightedMeans } from './weighted-means.ts';

/** A polygon in pixels from the raster's outer corner: x, y, x, y .. */
type Polygon = number[];

/**
 * For a projected raster finer than the cells: each pixel weighs as much as the area that it shares
 * with the cell. The cell's sides are drawn straight between its corners; in 0.25 degree cells they
 * bend by 7 m at most, and neighbours share them.
 */
export function projectedOverlap(raster: Raster, grid: Grid, projection: Projection): Resampler {
  let kept: { gridRow: number; outlines: Polygon[] } | undefined;

  function outlinesOf(gridRow: number): Polygon[] {
    if (kept?.gridRow === gridRow) return kept.outlines;
    const outlines = Array.from({ length: grid.cols }, (_, col) =>
      outlineOf(raster, grid, projection, gridRow, col),
    );
    kept = { gridRow, outlines };
    return outlines;
  }

  function rowsFor(gridRow: number): PixelSpan {
    const spans = outlinesOf(gridRow).map((outline) => spanOf(outline, 1));
    return {
      first: Math.min(...spans.map(({ first }) => first)),
      end: Math.max(...spans.map(({ end }) => end)),
    };
  }

  function add(gridRow: number, stripe: PixelStripe, means: WeightedMeans): void {
    for (const [col, outline] of outlinesOf(gridRow).entries()) {
      addCell(stripe, outline, { row: gridRow, col }, means);
    }
  }
  return { rowsFor, add };
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
  return corners.flatMap(([x, y]) => {
    const [easting, northing] = projection.toCrs(x, y);
    return [(easting - raster.xEdge) / raster.xStep, (northing - raster.yEdge) / raster.yStep];
  });
}

function addCell(
  stripe: PixelStripe,
  outline: Polygon,
  cell: { row: number; col: number },
  means: WeightedMeans,
): void {
  const rows = clipSpan(spanOf(outline, 1), stripe.row, stripe.rows);
  for (let row = rows.first; row < rows.end; row++) {
    const strip = cut(cut(outline, 1, row, 1), 1, row + 1, -1);
    const cols = clipSpan(spanOf(strip, 0), stripe.col, stripe.cols);
    for (let col = cols.first; col < cols.end; col++) {
      const weight = areaOf(cut(cut(strip, 0, col, 1), 0, col + 1, -1));
      if (weight < SLIVER) continue;
      const at = (row - stripe.row) * stripe.cols + col - stripe.col;
      addValue(means, cell.row, cell.col, stripe.values[at], weight);
    }
  }
}

/** The part of a convex polygon where coordinate `axis` is above (`side` 1) or below (-1) a limit. */
function cut(polygon: Polygon, axis: 0 | 1, limit: number, side: 1 | -1): Polygon {
  const kept: Polygon = [];
  for (let i = 0; i < polygon.length; i += 2) {
    const next = (i + 2) % polygon.length;
    const here = side * (polygon[i + axis] - limit);
    const there = side * (polygon[next + axis] - limit);
    if (here >= 0) kept.push(polygon[i], polygon[i + 1]);
    if (here * there < 0) {
      const share = here / (here - there);
      kept.push(
        polygon[i] + share * (polygon[next] - polygon[i]),
        polygon[i + 1] + share * (polygon[next + 1] - polygon[i + 1]),
      );
    }
  }
  return kept;
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

/** The pixels that a polygon touches along an axis; none where the projection does not reach. */
function spanOf(polygon: Polygon, axis: 0 | 1): PixelSpan {
  const values = polygon.filter((_, i) => i % 2 === axis);
  if (!values.every(Number.isFinite)) return { first: Infinity, end: -Infinity };
  return { first: Math.floor(Math.min(...values)), end: Math.ceil(Math.max(...values)) };
}
