import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm, nearestTown, readTowns } from './towns.ts';

test('a degree of a meridian is 111.2 km, a quarter of the equator 10 007.5 km', () => {
  assert.ok(Math.abs(distanceKm(60, 15, 61, 15) - 111.195) < 0.001);
  assert.ok(Math.abs(distanceKm(0, 0, 0, 90) - 10007.5) < 0.1);
  assert.equal(distanceKm(60, 15, 60, 15), 0);
});

test('the nearest town of a point in Stockholm is Stockholm, of Arlanda it is Uppsala or Stockholm', () => {
  const towns = readTowns();
  assert.equal(nearestTown(towns, 59.33, 18.07).name, 'Stockholm');
  const { name, km } = nearestTown(towns, 59.65, 17.92);
  assert.ok(['Uppsala', 'Stockholm'].includes(name) && km > 20 && km < 40);
});

test('without towns there is an error', () => {
  assert.throws(() => nearestTown([], 60, 15), /no towns/);
});
