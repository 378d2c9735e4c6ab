import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoCircle, geoContains } from 'd3-geo';
import type { Polygon, Position } from 'geojson';
import { seededRandom } from '#common/seeded-random.ts';
import { bitAt, type CoverageMask, emptyMask } from '../../schemas/codec/coverage-mask.ts';
import { fillPolygons } from './polygon-mask.ts';

function maskOver(west: number, south: number, sizeDeg: number, stepDeg = 0.1): CoverageMask {
  const count = Math.round(sizeDeg / stepDeg);
  const steps = { lngStepDeg: stepDeg, latStepDeg: stepDeg / 2 };
  return emptyMask({ west, south, ...steps, cols: count, rows: 2 * count });
}

/** A star with long edges, wound clockwise for d3. */
function star(random: () => number, lng: number, lat: number): Polygon {
  const ring: Position[] = [];
  for (let i = 0; i < 12; i++) {
    const reach = 1 + 5 * random();
    const angle = (-i / 12) * 2 * Math.PI;
    ring.push([lng + 2 * reach * Math.cos(angle), lat + reach * Math.sin(angle)]);
  }
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

function assertSameAsGeoContains(mask: CoverageMask, polygon: Polygon, random: () => number) {
  let inside = 0;
  for (let i = 0; i < 1500; i++) {
    const row = Math.floor(random() * mask.rows);
    const col = Math.floor(random() * mask.cols);
    const lng = mask.west + (col + 0.5) * mask.lngStepDeg;
    const lat = mask.south + (row + 0.5) * mask.latStepDeg;
    const expected = geoContains(polygon, [lng, lat]);
    assert.equal(bitAt(mask, row, col), expected, `pixel centre lng ${lng}, lat ${lat}`);
    inside += Number(expected);
  }
  assert.ok(inside > 150 && inside < 1350, `${inside} of 1500 inside says little`);
}

for (const [place, west] of [
  ['Sweden', 10],
  ['the antimeridian', 173],
] as const) {
  test(`long great-circle edges near ${place} agree with d3's geoContains at every pixel centre`, () => {
    const random = seededRandom(7);
    for (let i = 0; i < 4; i++) {
      const mask = maskOver(west, 55, 14);
      const polygon = star(random, west + 7, 62);
      fillPolygons(mask, polygon);
      assertSameAsGeoContains(mask, polygon, random);
    }
  });
}

/** Area of the set pixels in steradians. */
function areaOf(mask: CoverageMask): number {
  const radians = Math.PI / 180;
  let area = 0;
  for (let row = 0; row < mask.rows; row++) {
    const south = (mask.south + row * mask.latStepDeg) * radians;
    const strip = Math.sin(south + mask.latStepDeg * radians) - Math.sin(south);
    for (let col = 0; col < mask.cols; col++) {
      if (bitAt(mask, row, col)) area += strip * mask.lngStepDeg * radians;
    }
  }
  return area;
}

test('a circle of 5 degrees has the area of the spherical cap, 2 pi (1 - cos 5°)', () => {
  const mask = maskOver(5, 54, 24, 0.05);
  fillPolygons(mask, geoCircle().center([17, 62]).radius(5).precision(0.5)());
  const cap = 2 * Math.PI * (1 - Math.cos((5 * Math.PI) / 180));
  assert.ok(Math.abs(areaOf(mask) / cap - 1) < 5e-4, `${areaOf(mask)} sr, the cap has ${cap} sr`);
});

function square(lng: number, lat: number, half: number, clockwise = true): Position[] {
  const ring = [
    [lng - half, lat - half],
    [lng - half, lat + half],
    [lng + half, lat + half],
    [lng + half, lat - half],
    [lng - half, lat - half],
  ];
  return clockwise ? ring : ring.reverse();
}

test('a polygon around the whole frame fills it and its hole stays empty', () => {
  const mask = maskOver(10, 55, 10);
  fillPolygons(mask, {
    type: 'Polygon',
    coordinates: [square(15, 58, 12), square(15, 58, 1, false)],
  });
  assert.equal(bitAt(mask, 0, 0), true);
  assert.equal(bitAt(mask, mask.rows - 1, mask.cols - 1), true);
  assert.equal(bitAt(mask, 60, 50), false, 'centre of the hole');
});

test('overlapping polygons give their union', () => {
  const mask = maskOver(10, 55, 10);
  const coordinates = [[square(14, 58, 2)], [square(16, 58, 2)]];
  fillPolygons(mask, { type: 'MultiPolygon', coordinates });
  for (const col of [25, 50, 75]) assert.equal(bitAt(mask, 60, col), true, `column ${col}`);
  assert.equal(bitAt(mask, 60, 10), false);
});

test('a polygon beside the frame sets nothing', () => {
  const mask = maskOver(10, 55, 10);
  fillPolygons(mask, { type: 'Polygon', coordinates: [square(30, 58, 2)] });
  assert.ok(mask.bits.every((byte) => byte === 0));
});
