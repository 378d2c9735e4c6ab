import {
  type GeoContext,
  type GeoPermissibleObjects,
  type GeoProjection,
  geoEquirectangular,
  geoPath,
} from 'd3-geo';
import { type CoverageMask, setBit } from '../../schemas/codec/coverage-mask.ts';

/** Two corners: least x and y, greatest x and y. */
type Box = [[number, number], [number, number]];

/** d3 bends an edge until it follows its great circle to this many pixel widths. */
const PRECISION_PX = 0.001;

/**
 * Sets the bits of a mask's pixels whose centre lies inside the polygons of a GeoJSON object
 * (degrees, edges are great circles as everywhere in d3-geo). Rings must be wound as d3-geo wants
 * them: clockwise outside, against RFC 7946. Overlapping polygons give their union (nonzero rule).
 */
export function fillPolygons(mask: CoverageMask, polygons: GeoPermissibleObjects): void {
  const windings = emptySteps(mask);
  geoPath(pixelProjection(mask), windingContext(mask, windings))(polygons);
  setWhereSumIsNotZero(mask, windings);
}

/**
 * Maps degrees to columns from the west edge and, in units of one pixel width, to the distance
 * from the north edge (d3's y points down; turning it round would turn d3's clipping inside out).
 */
function pixelProjection(mask: CoverageMask): GeoProjection {
  const { cols, lngStepDeg } = mask;
  const northDeg = mask.south + mask.rows * mask.latStepDeg;
  return geoEquirectangular()
    .rotate([-(mask.west + (cols / 2) * lngStepDeg), 0])
    .scale(180 / Math.PI / lngStepDeg)
    .translate([cols / 2, northDeg / lngStepDeg])
    .precision(PRECISION_PX)
    .clipExtent(clipOf(mask));
}

/** A pixel more than the mask on every side. */
function clipOf({ cols, rows, lngStepDeg, latStepDeg }: CoverageMask): Box {
  const rowHeightPx = latStepDeg / lngStepDeg;
  return [
    [-1, -rowHeightPx],
    [cols + 1, (rows + 1) * rowHeightPx],
  ];
}

/** A path context that adds every edge's winding to the rows it crosses and draws nothing. */
function windingContext(mask: CoverageMask, windings: Int16Array): GeoContext {
  const rowsPerPx = mask.lngStepDeg / mask.latStepDeg;
  let startX = 0;
  let startY = 0;
  let penX = 0;
  let penY = 0;
  // +1 (edge going north) or -1 from the edge on in each row whose centre line it crosses.
  const lineTo = (x: number, y: number): void => {
    const row0 = mask.rows - penY * rowsPerPx;
    const row1 = mask.rows - y * rowsPerPx;
    const end = firstCentreFrom(Math.max(row0, row1), mask.rows);
    const colsPerRow = (x - penX) / (row1 - row0);
    const winding = row1 > row0 ? 1 : -1;
    for (let row = firstCentreFrom(Math.min(row0, row1), mask.rows); row < end; row++) {
      const crossing = penX + (row + 0.5 - row0) * colsPerRow;
      windings[row * (mask.cols + 1) + firstCentreFrom(crossing, mask.cols)] += winding;
    }
    penX = x;
    penY = y;
  };
  const moveTo = (x: number, y: number): void => {
    startX = penX = x;
    startY = penY = y;
  };
  return { beginPath() {}, arc() {}, moveTo, lineTo, closePath: () => lineTo(startX, startY) };
}

/**
 * Steps of a count along each row of a mask, one more than there are columns so that a span that
 * runs to the east edge can end: `steps[row * (cols + 1) + col]` is added from that column on. A
 * place holds up to 32 767 steps of one sign (the outline of Sweden has about 6 000 pieces).
 */
export function emptySteps(mask: CoverageMask): Int16Array {
  return new Int16Array(mask.rows * (mask.cols + 1));
}

/** Sets the bits of the pixels where the running sum of a row's steps is not 0. */
export function setWhereSumIsNotZero(mask: CoverageMask, steps: Int16Array): void {
  for (let row = 0; row < mask.rows; row++) {
    const first = row * (mask.cols + 1);
    let sum = 0;
    for (let col = 0; col < mask.cols; col++) {
      sum += steps[first + col];
      if (sum !== 0) setBit(mask, row, col);
    }
  }
}

/** First column (or row) whose centre is at or beyond a coordinate in pixels, kept in 0..count. */
export function firstCentreFrom(pixels: number, count: number): number {
  return Math.min(Math.max(Math.ceil(pixels - 0.5), 0), count);
}
