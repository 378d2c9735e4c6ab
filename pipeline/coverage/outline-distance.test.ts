import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoDistance, geoInterpolate } from 'd3-geo';
import { bitAt, emptyMask } from '../../schemas/codec/coverage-mask.ts';
import { EARTH_RADIUS_KM } from '../../schemas/codec/grid.ts';
import { fillWithin, outlinePieces, spanAround } from './outline-distance.ts';

test('a span around a 3-4-5 segment ends where plane geometry says', () => {
  const span = new Float64Array(2);
  // from (0, -4) to (3, 0), reach 5: the start's circle reaches x = 3, the end's x = 8; the left
  // parallel lies 5 along (-0.8, 0.6) and crosses y = 0 at x = -3.25, between its ends
  spanAround(-4, 3, 0, 5, span);
  assert.ok(Math.abs(span[0] - -3.25) < 1e-12, `lowest ${span[0]}`);
  assert.equal(span[1], 8);
});

test('a line beyond the reach has an empty span', () => {
  const span = new Float64Array(2);
  spanAround(6, 3, 7, 5, span);
  assert.ok(span[0] > span[1]);
});

test('a level segment on the line itself is lengthened by the reach at both ends', () => {
  const span = new Float64Array(2);
  spanAround(0, 3, 0, 2, span);
  assert.deepEqual([...span], [-2, 5]);
});

test('pixels around a long border differ from geodesic distances only within the stated error', () => {
  const ring = [
    [20, 68.3],
    [22.5, 69],
    [20, 68.3],
  ] as [number, number][];
  const mask = emptyMask({
    west: 19.4,
    south: 68.1,
    lngStepDeg: 0.01,
    latStepDeg: 0.005,
    cols: 370,
    rows: 220,
  });
  fillWithin(mask, outlinePieces({ type: 'Polygon', coordinates: [ring] }), 15);
  const along = geoInterpolate(ring[0], ring[1]);
  const points = Array.from({ length: 2001 }, (_, i) => along(i / 2000));
  // 2.6 km apart, so that a distance of 15 km is found to 60 m: the others are asked where it is near.
  const few = points.filter((_, i) => i % 40 === 0);
  for (let row = 0; row < mask.rows; row += 3) {
    for (let col = row % 7; col < mask.cols; col += 7) {
      const centre: [number, number] = [19.4 + (col + 0.5) * 0.01, 68.1 + (row + 0.5) * 0.005];
      const nearestKm = (all: [number, number][]) =>
        Math.min(...all.map((point) => geoDistance(point, centre))) * EARTH_RADIUS_KM;
      const roughKm = nearestKm(few);
      const km = Math.abs(roughKm - 15) > 0.1 ? roughKm : nearestKm(points);
      if (Math.abs(km - 15) > 0.008) assert.equal(bitAt(mask, row, col), km < 15, `${centre}`);
    }
  }
});
