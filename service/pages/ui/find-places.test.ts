import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlaces } from './find-places.ts';
import { listPlaces } from './places.ts';

const list = listPlaces();
const named = (text: string) => findPlaces(list, text, 8).places.map(({ name }) => name);

test('a place is found by the beginning of its name, with or without diacritics', () => {
  assert.equal(named('malmo')[0], 'Malmö');
  assert.equal(named('  VÄSTERÅ')[0], 'Västerås');
  const [stockholm] = findPlaces(list, 'stockholm', 8).places;
  assert.ok(Math.hypot(stockholm.lat - 59.33, stockholm.lng - 18.07) < 0.05);
});

test('an exact name comes before longer ones', () => {
  for (const name of list.names) {
    const found = findPlaces(list, name, 8).places[0].name;
    assert.equal(found.localeCompare(name, 'sv', { sensitivity: 'base' }) === 0, true, name);
  }
});

test("a municipality's name finds its places", () => {
  const found = findPlaces(list, 'robertsfors k', 8).places;
  assert.ok(found.length > 0);
  for (const { municipality } of found) assert.equal(municipality, 'Robertsfors kommun');
});

test('empty and unknown texts find nothing', () => {
  assert.deepEqual([named(''), named('  '), named('zzz')], [[], [], []]);
});

test('a misspelt name finds the intended place', () => {
  for (const [text, name] of [
    ['Fallun', 'Falun'],
    ['Upsala', 'Uppsala'],
    ['norköping', 'Norrköping'],
    ['Örebo', 'Örebro'],
    ['Gothenburg', 'Göteborg'],
    ['Hälsingborg', 'Helsingborg'],
    ['Wästerås', 'Västerås'],
    ['Christianstad', 'Kristianstad'],
    ['sundvall', 'Sundsvall'],
  ]) {
    const { places, isGuess } = findPlaces(list, text, 8);
    assert.deepEqual([places[0]?.name, isGuess], [name, true], text);
  }
  assert.equal(findPlaces(list, 'Falun', 8).isGuess, false);
});

test('one letter added, removed or replaced still finds every place of seven letters or more', () => {
  for (const name of new Set(list.names.filter(({ length }) => length > 6))) {
    const middle = name.length >> 1;
    const [head, tail] = [name.slice(0, middle), name.slice(middle)];
    for (const text of [`${head}q${tail}`, head + tail.slice(1), `${head}q${tail.slice(1)}`])
      assert.ok(findPlaces(list, text, 40).places.length > 0, text);
  }
});

test('an address finds the place at its end', () => {
  for (const text of ['Storgatan 5, Falun', 'Storgatan 5, 791 71 Falun', 'Åsgatan 1 B Falun'])
    assert.deepEqual(named(text), ['Falun'], text);
  assert.deepEqual(named('Storgatan 5'), []);
});
