import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Position } from 'geojson';
import { countries } from '#common/natural-earth.ts';
import { bitAt, type CoverageMask, covers } from '../../schemas/codec/coverage-mask.ts';
import { EARTH_RADIUS_KM } from '../../schemas/codec/grid.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { datasetFrame } from './dataset-frame.ts';
import { readGeojson } from './geojson-outline.ts';

const folder = testFolder();
const path = join(folder, 'area.geojson');

function maskOf(value: unknown, bbox?: number[]): CoverageMask {
  writeFileSync(path, JSON.stringify(value));
  const coverage = { geojson: 'area.geojson' };
  return datasetFrame({ grid: { step_deg: 0.1, coverage, ...(bbox && { bbox }) } }, path).mask;
}

/** A box's corners, counterclockwise as RFC 7946 wants an outer ring. */
function ring(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** Area of the set pixels in km2. */
function areaKm2(mask: CoverageMask): number {
  let area = 0;
  for (let row = 0; row < mask.rows; row++) {
    const lat = mask.south + (row + 0.5) * mask.latStepDeg;
    const pixel = Math.cos((lat * Math.PI) / 180) * mask.latStepDeg * mask.lngStepDeg;
    for (let col = 0; col < mask.cols; col++) if (bitAt(mask, row, col)) area += pixel;
  }
  return area * ((EARTH_RADIUS_KM * Math.PI) / 180) ** 2;
}

for (const [outer, hole] of [
  ['counterclockwise', 'clockwise'],
  ['counterclockwise', 'counterclockwise'],
  ['clockwise', 'clockwise'],
]) {
  test(`a hole is a hole: outer ring ${outer}, hole ${hole}`, () => {
    const wound = (way: string, of: Position[]) => (way === 'clockwise' ? of.toReversed() : of);
    const rings = [wound(outer, ring(8, 45, 12, 47)), wound(hole, ring(9, 45.5, 10, 46))];
    const mask = maskOf({ type: 'Polygon', coordinates: rings });
    assert.ok(covers(mask, 46.5, 9.5) && covers(mask, 45.001, 11.99));
    assert.ok(!covers(mask, 45.75, 9.5) && covers(mask, 45.75, 8.99) && covers(mask, 46.001, 9.5));
    assert.equal(mask.cols * mask.rows, 400 * 400);
  });
}

test('edges are straight in degrees, not great circles, which bend by 20 km here', () => {
  const mask = maskOf({ type: 'Polygon', coordinates: [ring(10, 55, 20, 60)] });
  assert.ok(covers(mask, 55.01, 15) && covers(mask, 59.99, 15));
  assert.ok(!covers(mask, 60.05, 15) && !covers(mask, 54.99, 15));
});

test('a polygon inside the hole of another is covered, and overlapping ones are united', () => {
  const island = { type: 'Polygon', coordinates: [ring(9.4, 45.6, 9.6, 45.9)] };
  const features = [
    { type: 'Polygon', coordinates: [ring(8, 45, 12, 47), ring(9, 45.5, 10, 46)] },
    { type: 'GeometryCollection', geometries: [island] },
    { type: 'MultiPolygon', coordinates: [[ring(11, 46, 13, 48)], [ring(20, 45, 20.5, 45.5)]] },
  ].map((geometry) => ({ type: 'Feature', properties: {}, geometry }));
  const mask = maskOf({ type: 'FeatureCollection', name: 'three parts', features });
  assert.ok(covers(mask, 45.75, 9.5) && !covers(mask, 45.75, 9.2));
  assert.ok(covers(mask, 46.5, 11.5) && covers(mask, 47.5, 12.5) && covers(mask, 45.2, 20.2));
  assert.equal(readGeojson(path).name, 'three parts');
  const cut = maskOf({ type: 'FeatureCollection', features }, [8.5, 45, 11.5, 46.5]);
  assert.ok(covers(cut, 46, 8.51) && !covers(cut, 46, 8.49) && !covers(cut, 46.51, 11));
  assert.equal(readGeojson(path).name, 'area');
});

// National statistical offices: areas with inland waters.
for (const [name, id, officialKm2] of [
  ['Switzerland', '756', 41_285],
  ['Czechia', '203', 78_871],
  ['Austria', '040', 83_884],
  ['Hungary', '348', 93_012],
  ['Germany', '276', 357_592],
] as const) {
  test(`${name} has its published area within 1 %`, () => {
    const country = countries().find((one) => one.id === id);
    const area = areaKm2(maskOf({ type: 'Feature', geometry: country?.outline }));
    assert.ok(Math.abs(area / officialKm2 - 1) < 0.01, `${area} km2, published ${officialKm2}`);
  });
}

const SQUARE = { type: 'Polygon', coordinates: [ring(8, 45, 12, 47)] };
for (const [what, value, message] of [
  ['text', 'not a thing', /is no JSON .*expected a GeoJSON file/],
  ['a point', { type: 'Point', coordinates: [8, 45] }, /has a Point, expected Polygon or Multi/],
  [
    'a line in a collection',
    {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: { type: 'LineString' } }],
    },
    /has a LineString at features\[0\]\.geometry, expected/,
  ],
  ['no feature', { type: 'FeatureCollection', features: [] }, /has no polygon, expected at least/],
  ['a TopoJSON', { type: 'Topology', objects: {} }, /has a Topology, expected/],
  ['an empty geometry', { type: 'Feature', geometry: null }, /has no geometry at geometry/],
  [
    'metres',
    { type: 'Polygon', coordinates: [ring(319_000, 6_400_000, 320_000, 6_500_000)] },
    /has \[319000,6400000\] at coordinates\[0\]\[0\], expected longitude .* ogr2ogr/,
  ],
  [
    'another coordinate system',
    { ...SQUARE, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3006' } } },
    /coordinates in "urn:ogc:def:crs:EPSG::3006", expected longitude and latitude/,
  ],
  [
    'an open ring',
    { type: 'MultiPolygon', coordinates: [[ring(8, 45, 12, 47).slice(0, 4)]] },
    /ring at coordinates\[0\]\[0\] that does not end where it began/,
  ],
  ['a kind of another name', { type: 'toString' }, /has a toString, expected/],
] as const) {
  test(`${what} is refused with file and place`, () => {
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    assert.throws(() => readGeojson(path), message);
    assert.throws(() => readGeojson(path), /"grid\.coverage\.geojson": \S*area\.geojson /);
  });
}

test('a CRS84 of older files is degrees', () => {
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } };
  assert.ok(covers(maskOf({ ...SQUARE, crs }), 46, 10));
});

test('an area smaller than a pixel is refused', () => {
  const speck = { type: 'Polygon', coordinates: [ring(8.001, 45.001, 8.002, 45.002)] };
  assert.throws(() => maskOf(speck), /\(area\) holds the centre of no pixel/);
});
