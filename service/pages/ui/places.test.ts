import assert from 'node:assert/strict';
import { test } from 'node:test';
import places from '../../../fixtures/places/places.json' with { type: 'json' };
import villages from '../../../fixtures/places/villages.json' with { type: 'json' };
import { knownPlace, listPlaces } from './places.ts';

const ALL = [...places.places, ...villages.places].map(({ name, ...place }) => ({
  ...place,
  name: name === 'Gothenburg' ? 'Göteborg' : name,
}));

test('every place is listed, to 60 m, in its municipality', () => {
  const list = listPlaces();
  assert.equal(list.names.length, ALL.length);
  for (const { name, lat, lng, municipality } of ALL) {
    const home = places.municipalities.find(({ code }) => code === municipality)?.name;
    const found = list.names.findIndex(
      (other, i) =>
        other === name &&
        list.municipalities[list.municipality[i]] === home &&
        Math.abs(list.latMdeg[i] / 1000 - lat) < 0.00051 &&
        Math.abs(list.lngMdeg[i] / 1000 - lng) < 0.00051,
    );
    assert.ok(found >= 0, name);
  }
});

test('a place is recognised in upper and lower case, and nothing else is', () => {
  for (const { name } of ALL) assert.equal(knownPlace(name), name);
  assert.equal(knownPlace(' VÄSTERÅS '), 'Västerås');
  for (const text of ['', ' ', 'Västerås 0900-123 45', 'vasteras', 'constructor', '__proto__']) {
    assert.equal(knownPlace(text), '', text);
  }
});
