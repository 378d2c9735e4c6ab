import { extent } from 'd3-array';
import { type BoundingBox, type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import { type Projection, projectionOf } from '../crs.ts';
import type { Raster } from '../raster.ts';
import { type Conversion, UNCHANGED } from '../unit-conversion.ts';
import { hullOf, type PixelSpan, type PixelStripe, pixelAt, pixelStripes } from '../window.ts';
import { refuseWrongProjection } from './projection-check.ts';
import { areaOverlap, bilinear, projectedOverlap } from './resamplers.ts';
import { emptyMeans, finishedMeans, type Resampler, SLIVER } from './weighted-means.ts';

/**
 * Pixels of a projected raster that a cell must hold for weights by area. With fewer, interpolation
 * at the cell's centre is nearer to the cell's mean (pipeline/docs/formats.md has the errors).
 */
const LEAST_PIXELS = 2;

/**
 * Brings a raster onto the grid by one method for the whole raster: weights by overlapping area for one
 * that is finer than the cells, bilinear interpolation for a coarser one. Each pixel is read once.
 * @param conversion from the file's unit to the one of the values
 * @param onStripe gets the pixels as they are read
 * @returns by grid index: row by row from the south, from west to east. NaN where the raster has nothing
 */
export async function regrid(
  raster: Raster,
  grid: Grid,
  { factor, offset }: Conversion = UNCHANGED,
  onStripe: (stripe: PixelStripe) => void = () => {},
): Promise<Float64Array> {
  const projection = projectionOf(raster.crs, raster.name);
  const resampler = resamplerFor(raster, grid, projection);
  const spans = Array.from({ length: grid.rows }, (_, row) => resampler.rowsFor(row));
  const cols = neededCols(raster, grid, projection);
  const means = emptyMeans(grid.rows * grid.cols);
  for await (const stripe of pixelStripes(raster, cols, hullOf(spans))) {
    onStripe(stripe);
    for (const [row, { first, end }] of spans.entries()) {
      if (first < stripe.row + stripe.rows && end > stripe.row) resampler.add(row, stripe, means);
    }
  }
  return finishedMeans(means).map((value) => value * factor + offset);
}

function resamplerFor(raster: Raster, grid: Grid, projection: Projection): Resampler {
  if (projection.isGeographic) {
    const pixel = Math.max(Math.abs(raster.xStep), Math.abs(raster.yStep));
    const isNoCoarser = pixel <= grid.stepDeg * (1 + SLIVER);
    return isNoCoarser ? areaOverlap(raster, grid) : bilinear(raster, grid, projection);
  }
  const pixelArea = Math.abs(raster.xStep * raster.yStep);
  const isFiner = LEAST_PIXELS * pixelArea <= smallestCellArea(grid, projection);
  return isFiner ? projectedOverlap(raster, grid, projection) : bilinear(raster, grid, projection);
}

/** Width times height of the smallest cell, in CRS units, over the grid's corners and middle. */
function smallestCellArea(grid: Grid, projection: Projection): number {
  const half = grid.stepDeg / 2;
  let smallest = Infinity;
  for (const row of [0, Math.floor(grid.rows / 2), grid.rows - 1]) {
    for (const col of [0, Math.floor(grid.cols / 2), grid.cols - 1]) {
      const lat = latOfRow(grid, row);
      const lng = lngOfCol(grid, col);
      const width = distance(projection, [lng - half, lat], [lng + half, lat]);
      const height = distance(projection, [lng, lat - half], [lng, lat + half]);
      smallest = Math.min(smallest, width * height);
    }
  }
  return smallest;
}

function distance(projection: Projection, a: [number, number], b: [number, number]): number {
  const [ax, ay] = projection.toCrs(...a);
  const [bx, by] = projection.toCrs(...b);
  return Math.hypot(bx - ax, by - ay);
}

function neededCols(raster: Raster, grid: Grid, projection: Projection): PixelSpan {
  const box = boxOf(grid, grid.stepDeg / 2);
  const { colMin, colMax } = pixelBounds(raster, projection, box, grid.stepDeg / 4);
  return {
    first: Math.max(0, Math.floor(colMin) - 1),
    end: Math.min(raster.cols, Math.ceil(colMax) + 1),
  };
}

/** The box of the grid's centres, widened by `marginDeg` on every side. */
function boxOf(grid: Grid, marginDeg: number): BoundingBox {
  return {
    west: lngOfCol(grid, 0) - marginDeg,
    south: latOfRow(grid, 0) - marginDeg,
    east: lngOfCol(grid, grid.cols - 1) + marginDeg,
    north: latOfRow(grid, grid.rows - 1) + marginDeg,
  };
}

/**
 * Throws when the projection cannot be the raster's, and when the raster lies elsewhere than the grid's centres, saying so
 * when its axes look swapped, and when its longitudes run from 0 to 360 and the grid reaches west of 0.
 */
export function checkOverlap(raster: Raster, grid: Grid): void {
  const projection = projectionOf(raster.crs, raster.name);
  if (projection.isGeographic) refuseWestOfGreenwich(raster, grid);
  else refuseWrongProjection(raster, grid, projection);
  if (!isBeyondPole(raster, projection) && fits(raster, grid, projection)) return;
  const swapped: Projection = {
    ...projection,
    toCrs: (lng, lat) => {
      const [x, y] = projection.toCrs(lng, lat);
      return [y, x];
    },
  };
  const advice = fits(raster, grid, swapped)
    ? 'The axes look swapped: x must be the longitude or easting, y the latitude or northing'
    : 'Check that it is the right file. If that is not its coordinate system, give its own in "crs"';
  throw new Error(
    `${raster.name}: lies outside the grid: ${extents(raster, grid, projection)}. ${advice}.`,
  );
}

/** Longitudes 0..360 are those of the grid east of Greenwich. West of it they are 360 too high. */
function refuseWestOfGreenwich(raster: Raster, grid: Grid): void {
  const pixel = Math.abs(raster.xStep);
  const ends = [raster.xEdge, raster.xEdge + raster.cols * raster.xStep];
  const [west, east] = [Math.min(...ends), Math.max(...ends)];
  const runsTo360 = Math.abs(west) <= pixel && east > 180 + pixel && east <= 360 + pixel;
  if (!runsTo360 || lngOfCol(grid, 0) >= west) return;
  throw new Error(
    `${raster.name}: longitudes run from ${west} to ${east} and the grid begins at ${lngOfCol(grid, 0)}. Put the half beyond 180 in the west without resampling: cut the halves with gdal_translate -srcwin (and -a_ullr for the western), join them with gdalbuildvrt, and make a GeoTIFF of that with gdal_translate.`,
  );
}

function isBeyondPole(raster: Raster, { isGeographic }: Projection): boolean {
  const { yEdge, yStep, rows } = raster;
  const farthest = Math.max(Math.abs(yEdge), Math.abs(yEdge + rows * yStep));
  return isGeographic && farthest > 90 + Math.abs(yStep);
}

function fits(raster: Raster, grid: Grid, projection: Projection): boolean {
  const box = boxOf(grid, 0);
  const { colMin, colMax, rowMin, rowMax } = pixelBounds(raster, projection, box, grid.stepDeg);
  return colMax >= 0 && colMin <= raster.cols && rowMax >= 0 && rowMin <= raster.rows;
}

function extents(raster: Raster, grid: Grid, { isGeographic, toLngLat }: Projection): string {
  const { xEdge, yEdge, xStep, yStep, cols, rows, crs } = raster;
  const { west, south, east, north } = boxOf(grid, 0);
  const found = `x ${xEdge} to ${xEdge + cols * xStep}, y ${yEdge} to ${yEdge + rows * yStep}`;
  const [lng, lat] = toLngLat(xEdge + (cols / 2) * xStep, yEdge + (rows / 2) * yStep);
  const middle = isGeographic ? '' : `, around ${lng.toFixed(2)} E ${lat.toFixed(2)} N`;
  return `found ${found} in ${crs}${middle}, expected some of ${west} to ${east} E, ${south} to ${north} N`;
}

/**
 * The bounds in a raster of a box in degrees, in pixels from its outer corner, also beyond it. In a projected raster the
 * box has curved sides, which are followed in steps of `everyDeg`. Points that the projection cannot place are left out.
 */
function pixelBounds(raster: Raster, projection: Projection, box: BoundingBox, everyDeg: number) {
  const { west, south, east, north } = box;
  const places: [lng: number, lat: number][] = [];
  const steps = Math.max(1, Math.ceil(Math.max(east - west, north - south) / everyDeg));
  for (let i = 0; i <= steps; i++) {
    const lng = west + ((east - west) * i) / steps;
    const lat = south + ((north - south) * i) / steps;
    places.push([lng, south], [lng, north], [west, lat], [east, lat]);
  }
  const pixels = places
    .map((place) => pixelAt(raster, projection.toCrs(...place)))
    .filter((pixel) => pixel.every(Number.isFinite));
  const [colMin = Infinity, colMax = -Infinity] = extent(pixels, ([col]) => col);
  const [rowMin = Infinity, rowMax = -Infinity] = extent(pixels, ([, row]) => row);
  return { colMin, colMax, rowMin, rowMax };
}
