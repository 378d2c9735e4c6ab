import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoArea } from 'd3-geo';
import { boxOf, land, polygonsReaching } from './natural-earth.ts';

const GLOBE = { west: -180, south: -90, east: 180, north: 90 };

test('the land covers 29 % of the globe once squeezed rings are left out', () => {
  const share = geoArea(polygonsReaching(land(), GLOBE)) / (4 * Math.PI);
  assert.ok(Math.abs(share - 0.29) < 0.005, `${share}`);
});

test('polygons far from a box are left out, those near it stay', () => {
  const near = polygonsReaching(land(), { west: 18, south: 57, east: 19, north: 58 });
  const boxes = near.coordinates.map((polygon) =>
    boxOf({ type: 'MultiPolygon', coordinates: [polygon] }),
  );
  assert.ok(
    boxes.some(({ west, east }) => west > 18 && east < 19.4),
    'Gotland',
  );
  assert.ok(
    boxes.every(({ west }) => west < 19),
    'nothing that lies east of the box',
  );
});
