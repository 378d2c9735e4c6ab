import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlaces } from '../shared/places.ts';
import { findNearestPlace, findPlaces, readPoint } from './find-places.ts';

const list = listPlaces();
const named = (text: string) => findPlaces(list, text, 8).map(({ name }) => name);

test('a place is found by the beginning of its name, with or without dots and rings', () => {
  assert.equal(named('malmo')[0], 'Malmö');
  assert.equal(named('  VÄSTERÅ')[0], 'Västerås');
  const [stockholm] = findPlaces(list, 'stockholm', 8);
  assert.ok(Math.hypot(stockholm.lat - 59.33, stockholm.lng - 18.07) < 0.05);
});

test('the whole name comes before longer ones', () => {
  for (const name of list.names) {
    const found = findPlaces(list, name, 8)[0].name;
    assert.equal(found.localeCompare(name, 'sv', { sensitivity: 'base' }) === 0, true, name);
  }
});

test('a municipality leads to its places', () => {
  const found = findPlaces(list, 'robertsfors k', 8);
  assert.ok(found.length > 0);
  for (const { municipality } of found) assert.equal(municipality, 'Robertsfors kommun');
});

test('nothing is found for nothing, nor for what is no place', () => {
  assert.deepEqual([named(''), named('  '), named('zzz')], [[], [], []]);
});

test('the nearest place is named, with its distance by the great circle', () => {
  for (const at of list.names.keys()) {
    const [lat, lng] = [list.latMdeg[at] / 1000, list.lngMdeg[at] / 1000];
    assert.ok((findNearestPlace(list, lat, lng)?.km ?? 1) < 1e-9, list.names[at]);
  }
  // Kebnekaise.
  const found = findNearestPlace(list, 67.9, 18.53);
  assert.ok(found);
  const byCircle = greatCircleKm([67.9, 18.53], [found.place.lat, found.place.lng]);
  assert.ok(Math.abs(found.km - byCircle) < 0.01 * byCircle, `${found.km} of ${byCircle} km`);
});

/** By the haversine formula, with the Earth's mean radius. */
function greatCircleKm([lat, lng]: number[], [toLat, toLng]: number[]): number {
  const [a, b, east] = [lat, toLat, toLng - lng].map((degrees) => (degrees * Math.PI) / 180);
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(east / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(half));
}

test('coordinates are read with points and with commas', () => {
  const point = { lat: 59.61, lng: 16.55 };
  for (const text of [
    '59.61, 16.55',
    '59.61,16.55',
    '59,61 16,55',
    ' 59,61; 16,55 ',
    '59.61° N, 16.55° E',
  ])
    assert.deepEqual(readPoint(text), point, text);
  for (const text of ['59.61', 'Västerås', '99, 16', '59.61 16.55 3', '1e2 3'])
    assert.equal(readPoint(text), null, text);
});
