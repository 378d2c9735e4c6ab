import { geoDistance, geoInterpolate } from 'd3-geo';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import { EARTH_RADIUS_KM } from '../../schemas/codec/grid.ts';
import { emptySteps, firstCentreFrom, setWhereSumIsNotZero } from './polygon-mask.ts';

export const KM_PER_DEG = (EARTH_RADIUS_KM * Math.PI) / 180;

/** A great circle leaves the chord in degrees by 1.3 m on a piece of 5 km at 69° N. */
const PIECE_KM = 5;

/**
 * The edges of polygons as great-circle pieces of at most 5 km: lng, lat, lng, lat in degrees per
 * piece. One that ends on the antimeridian may go on a little beyond 180°.
 */
export function outlinePieces(polygons: Polygon | MultiPolygon): Float64Array {
  const parts = polygons.type === 'Polygon' ? [polygons.coordinates] : polygons.coordinates;
  const pieces: number[] = [];
  for (const ring of parts.flat()) {
    for (let i = 1; i < ring.length; i++) addPieces(pieces, ring[i - 1], ring[i]);
  }
  return Float64Array.from(pieces);
}

function addPieces(pieces: number[], from: Position, to: Position): void {
  const [a, b]: [number, number][] = [
    [from[0], from[1]],
    [to[0], to[1]],
  ];
  const count = Math.ceil((geoDistance(a, b) * EARTH_RADIUS_KM) / PIECE_KM);
  const between = geoInterpolate(a, b);
  for (let i = 0; i < count; i++) {
    const [lng, lat] = between(i / count);
    const [endLng, endLat] = between((i + 1) / count);
    // 180 and -180 are one meridian: a piece from one to the other would go around the globe.
    pieces.push(lng, lat, endLng - 360 * Math.round((endLng - lng) / 360), endLat);
  }
}

/**
 * Sets the bits of a mask's pixels whose centre lies within a distance of an outline. The metric
 * is a flat map per piece and row with the east-west scale of the latitude halfway between them:
 * south of 69.2° N it is off the distance on the sphere by at most 8 m at 15 km and 2 m at 2 km
 * (on the ellipsoid distances are 0.2 to 0.4 % longer than on the sphere there).
 */
export function fillWithin(mask: CoverageMask, pieces: Float64Array, distanceKm: number): void {
  const counts = emptySteps(mask);
  const span = new Float64Array(2);
  for (let i = 0; i < pieces.length; i += 4) {
    addPiece(mask, counts, pieces.subarray(i, i + 4), distanceKm, span);
  }
  setWhereSumIsNotZero(mask, counts);
}

/** Counts one piece's surroundings: they are convex, so each row holds one span of columns. */
function addPiece(
  mask: CoverageMask,
  counts: Int16Array,
  piece: Float64Array,
  distanceKm: number,
  span: Float64Array,
): void {
  const { south, latStepDeg, cols, rows } = mask;
  const reachDeg = distanceKm / KM_PER_DEG;
  const southEnd = Math.min(piece[1], piece[3]) - reachDeg;
  const northEnd = Math.max(piece[1], piece[3]) + reachDeg;
  const endRow = firstCentreFrom((northEnd - south) / latStepDeg, rows);
  for (let row = firstCentreFrom((southEnd - south) / latStepDeg, rows); row < endRow; row++) {
    lngSpanDeg(piece, south + (row + 0.5) * latStepDeg, distanceKm, span);
    const from = firstCentreFrom((span[0] - mask.west) / mask.lngStepDeg, cols);
    const to = firstCentreFrom((span[1] - mask.west) / mask.lngStepDeg, cols);
    if (to <= from) continue;
    counts[row * (cols + 1) + from]++;
    counts[row * (cols + 1) + to]--;
  }
}

/** The longitudes between which a parallel lies within a distance of a piece. */
function lngSpanDeg(piece: Float64Array, lat: number, distanceKm: number, span: Float64Array) {
  const lng0 = piece[0];
  const middleLat = (lat + (piece[1] + piece[3]) / 2) / 2;
  const kmPerLng = KM_PER_DEG * Math.cos((middleLat * Math.PI) / 180);
  const y0 = (piece[1] - lat) * KM_PER_DEG;
  const y1 = (piece[3] - lat) * KM_PER_DEG;
  spanAround(y0, (piece[2] - lng0) * kmPerLng, y1, distanceKm, span);
  span[0] = lng0 + span[0] / kmPerLng;
  span[1] = lng0 + span[1] / kmPerLng;
}

/**
 * The part of the line y = 0 within `reach` of the segment from (0, y0) to (x1, y1), as lowest and
 * highest x; an empty part has its lowest above its highest. Its ends lie on a circle around an
 * end of the segment or on a parallel at the distance `reach`. Any unit.
 */
export function spanAround(
  y0: number,
  x1: number,
  y1: number,
  reach: number,
  span: Float64Array,
): void {
  span[0] = Number.POSITIVE_INFINITY;
  span[1] = Number.NEGATIVE_INFINITY;
  const half0 = Math.sqrt(reach * reach - y0 * y0);
  const half1 = Math.sqrt(reach * reach - y1 * y1);
  // NaN when the circle misses the line
  if (half0 >= 0) widen(span, -half0, half0);
  if (half1 >= 0) widen(span, x1 - half1, x1 + half1);
  const perLength = reach / Math.hypot(x1, y1 - y0);
  const acrossX = (y1 - y0) * perLength;
  const acrossY = x1 * perLength;
  for (let side = 1; side >= -1; side -= 2) {
    const share = (y0 + side * acrossY) / (y0 - y1);
    if (!(share >= 0 && share <= 1)) continue;
    const x = share * x1 - side * acrossX;
    widen(span, x, x);
  }
}

function widen(span: Float64Array, low: number, high: number): void {
  if (low < span[0]) span[0] = low;
  if (high > span[1]) span[1] = high;
}
