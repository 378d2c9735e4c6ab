import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlaces, readPoint } from './browser/find-places.ts';
import { placeList } from './places.ts';

const list = placeList();
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
