import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import { metresPerUnit, type Projection } from '../crs.ts';
import type { Raster } from '../raster.ts';
import { pixelAt } from '../window.ts';

/** Share of the pixels that the cells should meet, below which they have collapsed. */
const LEAST_SHARE = 0.5;
/** No raster of a climate is coarser. */
const LARGEST_PIXEL_M = 500_000;
/** Rows and columns of the grid that are tried, at most. */
const MOST_TRIED = 60;
const METRES_PER_DEGREE = 111_200;

/**
 * Stops a projection that cannot be the raster's, whatever the reason: a radius in kilometres, other units, a text that
 * proj4js misreads. Cells then meet far fewer pixels than cells of their size should, or none.
 * @throws Error naming the coordinate system, and how many pixels the cells meet
 */
export function refuseWrongProjection(raster: Raster, grid: Grid, projection: Projection): void {
  const metres = metresPerUnit(raster.crs, raster.name);
  const [width, height] = [raster.xStep, raster.yStep].map((step) => Math.abs(step) * metres);
  const { cells, pixels, expected } = meetings(raster, grid, projection, width, height);
  const isHuge = Math.max(width, height) > LARGEST_PIXEL_M;
  if (!isHuge && pixels >= LEAST_SHARE * expected) return;
  const size = [width, height].map((side) => String(Number(side.toPrecision(4)))).join(' x ');
  const few = `${pixels} ${pixels === 1 ? 'pixel' : 'pixels'} of ${size} m`;
  const right = isHuge ? 'pixels of at most 500 km' : `about ${Math.round(expected)} pixels`;
  throw new Error(
    `${raster.name}: the projection is wrong: ${cells} cells of the grid meet in ${few}, expected ${right}. It is ${raster.crs}. Check its radius and units against the axes, and give the right proj4 text in "crs".`,
  );
}

/** Distinct pixels at the centres of cells, and how many cells of that size meet where the projection is right. */
function meetings(
  raster: Raster,
  grid: Grid,
  projection: Projection,
  width: number,
  height: number,
) {
  const stride = Math.ceil(Math.max(grid.rows, grid.cols) / MOST_TRIED);
  const side = stride * grid.stepDeg * METRES_PER_DEGREE;
  const met = new Set<string>();
  let [cells, expected] = [0, 0];
  for (let row = 0; row < grid.rows; row += stride) {
    const lat = latOfRow(grid, row);
    const share = shareOfPixels([side * Math.cos((lat * Math.PI) / 180), side], width, height);
    for (let col = 0; col < grid.cols; col += stride) {
      const pixel = pixelAt(raster, projection.toCrs(lngOfCol(grid, col), lat));
      if (pixel.every(Number.isFinite)) met.add(pixel.map(Math.floor).join());
      expected += share;
      cells++;
    }
  }
  return { cells, pixels: met.size, expected };
}

/** Pixels for one cell, at most 1, whichever way the projection turns the cell. */
function shareOfPixels([a, b]: [number, number], width: number, height: number): number {
  const along = (x: number, y: number) => Math.min(1, x / width) * Math.min(1, y / height);
  return Math.min(along(a, b), along(b, a));
}
