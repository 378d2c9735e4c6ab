import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm } from '../../../schemas/codec/great-circle.ts';
import { findNearestPlace, namePlace } from './nearest-place.ts';
import { listPlaces } from './places.ts';

const list = listPlaces();

test('the nearest place is found, with its great-circle distance', () => {
  for (const at of list.names.keys()) {
    const [lat, lng] = [list.latMdeg[at] / 1000, list.lngMdeg[at] / 1000];
    assert.ok((findNearestPlace(list, lat, lng)?.km ?? 1) < 1e-9, list.names[at]);
  }
  // Kebnekaise.
  const found = findNearestPlace(list, 67.9, 18.53);
  assert.ok(found);
  const byCircle = distanceKm(67.9, 18.53, found.place.lat, found.place.lng);
  assert.ok(Math.abs(found.km - byCircle) < 0.01 * byCircle, `${found.km} of ${byCircle} km`);
});

test('a roof has the name of its place, of a nearby one with the distance, or none', () => {
  const near = '{km} km from {name}';
  const nameAt = (lat: number, lng: number) => namePlace(list, { lat, lng }, near, 'en');
  assert.equal(nameAt(60.607, 15.631), 'Falun');
  // Kebnekaise is 19 km west of Nikkaluokta, which is no place of the list, and 66 km of Kiruna.
  assert.match(nameAt(67.9, 19.2) ?? '', /^\d\d km from /);
  // The Bothnian Sea, and Berlin.
  assert.deepEqual([nameAt(62, 19.3), nameAt(52.5, 13.4)], [null, null]);
});
