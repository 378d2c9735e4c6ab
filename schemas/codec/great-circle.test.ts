import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm } from './great-circle.ts';

test('a degree of a meridian is 111.2 km, a quarter of the equator 10 007.5 km', () => {
  assert.ok(Math.abs(distanceKm(60, 15, 61, 15) - 111.195) < 0.001);
  assert.ok(Math.abs(distanceKm(0, 0, 0, 90) - 10007.5) < 0.1);
  assert.equal(distanceKm(60, 15, 60, 15), 0);
});
