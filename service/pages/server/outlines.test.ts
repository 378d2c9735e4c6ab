import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapProjection } from '../ui/charts/map.ts';
import { outlinePath, outlinesOn } from './outlines.ts';

const sweden = mapProjection({ west: 10.5, south: 55, east: 24.5, north: 69.5 }, 280);

function pointsOf(path: string): [number, number][] {
  return [...path.matchAll(/[ML]([^,]+),([^MLZ]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

/** The ring of a box. */
const ringOf = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [west, north],
  [east, north],
  [east, south],
  [west, south],
];

test('a square becomes its four corners in map coordinates', () => {
  const ring = ringOf(12, 60, 14, 62);
  const path = outlinePath({ type: 'MultiPolygon', coordinates: [[ring]] }, sweden);
  const { x, y } = sweden;
  const expected = ring.slice(0, 4).map(([lng, lat]) => [x(lng), y(lat)]);
  for (const [i, [px, py]] of pointsOf(path).slice(0, 4).entries()) {
    assert.ok(Math.hypot(px - expected[i][0], py - expected[i][1]) < 0.1, path);
  }
});

test('what reaches beyond the map is cut off near its edge', () => {
  const ring = ringOf(-170, -80, 170, 85);
  const path = outlinePath({ type: 'MultiPolygon', coordinates: [[ring]] }, sweden);
  for (const [x, y] of pointsOf(path)) {
    assert.ok(x >= -10 && x <= 290 && y >= -10 && y <= sweden.height + 10);
  }
});

test("Sweden's outline spans the country, and its neighbours are apart from it", () => {
  const { home, others } = outlinesOn(sweden, true);
  const lngs = pointsOf(home).map(([x]) => sweden.lng(x));
  const lats = pointsOf(home).map(([, y]) => sweden.lat(y));
  // Smygehuk 55.34 N, Treriksröset 69.06 N, Stora Drammen 10.96 E (Nordkoster 11), Kataja 24.17 E
  assert.ok(
    Math.abs(Math.min(...lats) - 55.34) < 0.05 && Math.abs(Math.max(...lats) - 69.06) < 0.05,
  );
  assert.ok(Math.abs(Math.min(...lngs) - 11.1) < 0.2 && Math.abs(Math.max(...lngs) - 24.16) < 0.05);
  assert.ok(others.length > home.length / 4);
  assert.equal(outlinesOn(sweden, false).home, '');
});

test('a ring across the antimeridian draws nothing on a map elsewhere', () => {
  const ring = ringOf(175, 60, -175, 66);
  assert.equal(outlinePath({ type: 'MultiPolygon', coordinates: [[ring]] }, sweden), '');
});
