import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestTown, readTowns } from './towns.ts';

test('the nearest town of a point in Stockholm is Stockholm, of Arlanda it is Uppsala or Stockholm', () => {
  const towns = readTowns();
  assert.equal(nearestTown(towns, 59.33, 18.07).name, 'Stockholm');
  const { name, km } = nearestTown(towns, 59.65, 17.92);
  assert.ok(['Uppsala', 'Stockholm'].includes(name) && km > 20 && km < 40);
});
