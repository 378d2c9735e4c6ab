import assert from 'node:assert/strict';
import { test } from 'node:test';
import places from '../../../fixtures/places/places.json' with { type: 'json' };
import { listPlaces } from './places.ts';

test('every place is there, to 60 m, in its municipality', () => {
  const list = listPlaces();
  assert.equal(list.names.length, places.places.length);
  for (const { name, lat, lng, municipality } of places.places) {
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
