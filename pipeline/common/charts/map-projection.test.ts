import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapProjection } from './map-projection.ts';

const box = { west: 10, south: 55, east: 25, north: 69 };

test('the corners of the box are the corners of the map, north up', () => {
  const { x, y, width, height } = mapProjection(box, 300);
  assert.deepEqual([x(10), x(25), y(69)], [0, 300, 0]);
  assert.ok(Math.abs(y(55) - height) < 1e-9);
  assert.equal(width, 300);
});

test('at the middle latitude a kilometre north is as long as a kilometre east', () => {
  const { x, y } = mapProjection(box, 300);
  const perKmEast = (x(18) - x(17)) / (111.195 * Math.cos((62 * Math.PI) / 180));
  const perKmNorth = (y(61.5) - y(62.5)) / 111.195;
  assert.ok(Math.abs(perKmEast / perKmNorth - 1) < 1e-12);
});

test('a place found back from its point is the same place', () => {
  const { x, y, lng, lat } = mapProjection(box, 317);
  for (const [east, north] of [
    [10, 55],
    [18.07, 59.33],
    [20.2251, 67.8557],
  ]) {
    assert.ok(Math.abs(lng(x(east)) - east) < 1e-12);
    assert.ok(Math.abs(lat(y(north)) - north) < 1e-12);
  }
});
