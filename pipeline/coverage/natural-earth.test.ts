import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoArea } from 'd3-geo';
import { EARTH_RADIUS_KM } from '../../schemas/codec/grid.ts';
import { boxOf, countries, land, polygonsReaching } from './natural-earth.ts';

const GLOBE = { west: -180, south: -90, east: 180, north: 90 };

test('Sweden is wound for d3: about 450 000 km2 (official), not the rest of the globe', () => {
  const sweden = countries().find(({ id }) => id === '752');
  assert.ok(sweden);
  const areaKm2 = geoArea(sweden.outline) * EARTH_RADIUS_KM ** 2;
  assert.ok(Math.abs(areaKm2 / 450_000 - 1) < 0.02, `${areaKm2} km2`);
});

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
