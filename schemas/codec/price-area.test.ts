import assert from 'node:assert/strict';
import { test } from 'node:test';
import priceAreas from '../../fixtures/market/price-areas.json' with { type: 'json' };
import towns from '../../fixtures/towns.json' with { type: 'json' };
import { priceAreaOf } from './price-area.ts';

const { boundaries } = priceAreas;

/** Places whose area power companies and the market's own documents name. */
const LANDMARKS: [name: string, lat: number, lng: number, area: string][] = [
  ['Ringhals', 57.26, 12.11, 'SE3'],
  ['Forsmark', 60.403, 18.167, 'SE3'],
  ['Simpevarp', 57.415, 16.672, 'SE3'],
  ['Oskarshamn', 57.265, 16.448, 'SE4'],
  ['Varberg', 57.106, 12.251, 'SE3'],
  ['Falkenberg', 56.905, 12.491, 'SE4'],
  ['Skellefteå', 64.751, 20.953, 'SE1'],
  ['Umeå', 63.826, 20.263, 'SE2'],
  ['Söderhamn', 61.304, 17.062, 'SE2'],
  ['Bollnäs', 61.348, 16.395, 'SE2'],
  ['Borgholm on Öland', 56.879, 16.656, 'SE4'],
  ['the north tip of Öland', 57.366, 17.096, 'SE4'],
  ['the south tip of Öland', 56.196, 16.4, 'SE4'],
  ['Visby on Gotland', 57.634, 18.299, 'SE3'],
  ['the south tip of Gotland', 56.912, 18.125, 'SE3'],
  ['Gotska Sandön', 58.36, 19.25, 'SE3'],
];

test('all 107 towns lie in their price area', () => {
  assert.equal(towns.length, 107);
  assert.equal(new Set(towns.map(({ zone }) => zone)).size, 4);
  for (const { name, lat, lng, zone } of towns) {
    assert.equal(priceAreaOf(boundaries, lat, lng), zone, name);
  }
});

test('landmarks near the borders and the islands lie in their price area', () => {
  for (const [name, lat, lng, area] of LANDMARKS) {
    assert.equal(priceAreaOf(boundaries, lat, lng), area, name);
  }
});

const SIMPLE = {
  se1_se2: [
    [10, 66],
    [20, 64],
  ],
  se2_se3: [
    [10, 61],
    [20, 61],
  ],
  se3_se4: [
    [12, 57],
    [14, 58],
    [16, 56],
  ],
};

test('a line is straight between its points, and what lies on it belongs to the north', () => {
  for (const [lng, lat] of [
    [12, 57],
    [13, 57.5],
    [14, 58],
    [15.5, 56.5],
    [16, 56],
  ]) {
    assert.equal(priceAreaOf(SIMPLE, lat, lng), 'SE3', `on the line at ${lng}`);
    assert.equal(priceAreaOf(SIMPLE, lat - 1e-6, lng), 'SE4', `south of the line at ${lng}`);
  }
  assert.equal(priceAreaOf(SIMPLE, 65 - 1e-6, 15), 'SE2');
  assert.equal(priceAreaOf(SIMPLE, 65, 15), 'SE1');
});

test("beyond its ends a line keeps the end's latitude", () => {
  assert.equal(priceAreaOf(SIMPLE, 57, 5), 'SE3');
  assert.equal(priceAreaOf(SIMPLE, 57 - 1e-6, 5), 'SE4');
  assert.equal(priceAreaOf(SIMPLE, 56, 25), 'SE3');
  assert.equal(priceAreaOf(SIMPLE, 56 - 1e-6, 25), 'SE4');
});
