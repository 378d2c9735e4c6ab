import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SnowStation, SnowTable } from '../../schemas/types.ts';
import { smallPrices, smallRecipe } from '../dataset/dataset.test-kit.ts';
import { testFolder } from './folder.test-kit.ts';
import { loadRecipe } from './recipe.ts';

const path = join(testFolder(), 'recipe.json');

function loadYear(year: number) {
  writeFileSync(path, JSON.stringify({ ...smallRecipe(), prices: { ...smallPrices(), year } }));
  return loadRecipe(path).recipe.prices?.year;
}

test('prices of a leap year are refused by name, those of any other year are not', () => {
  for (const year of [2025, 2026, 2027, 2029, 2100]) assert.equal(loadYear(year), year);
  for (const year of [2024, 2028, 2400]) {
    assert.throws(() => loadYear(year), {
      message: `Recipe ${path}: "prices.year" is ${year}, a leap year, expected one of 365 days: simulations have no 29 February. Take the prices of ${year - 1}.`,
    });
  }
});

test('hours are republished by a licence that is named, or not at all', () => {
  const load = (terms: object) => {
    writeFileSync(
      path,
      JSON.stringify({ ...smallRecipe(), prices: { ...smallPrices(), ...terms } }),
    );
    return loadRecipe(path).recipe.prices;
  };
  assert.equal(load({})?.republish, undefined);
  assert.equal(load({ republish: false })?.republish, false);
  assert.equal(load({ republish: true, licence: 'CC0 1.0' })?.licence, 'CC0 1.0');
  assert.throws(() => load({ republish: true }), {
    message: `Recipe ${path}: "prices.licence" is missing, expected the licence that allows "prices.republish": true. Name it, or leave "republish" out.`,
  });
  assert.throws(() => load({ republish: 'yes' }), /"prices\.republish"/);
});

/** A table of the test's own; no station has these figures. */
const SNOW: SnowTable = {
  source: 'Made up for tests',
  trust: 'C',
  stations: [
    {
      name: 'Made up',
      lat: 56.5,
      lng: 14,
      snowfall_cm: [20, 15, 10, 2, 0, 0, 0, 0, 0, 0, 5, 15],
      snow_days: [4, 3, 2, 0.4, 0, 0, 0, 0, 0, 0, 1, 3],
      humidity_pct: Array(12).fill(80),
    },
  ],
};

function loadSnow(change: Partial<SnowStation>, twice = false) {
  const stations = SNOW.stations.map((station) => ({ ...station, ...change }));
  const snow = { ...SNOW, stations: twice ? [...stations, ...stations] : stations };
  writeFileSync(path, JSON.stringify({ ...smallRecipe(), snow }));
  return loadRecipe(path).recipe.snow;
}

test('stations of snow are taken as they are; wrong ones are refused by name', () => {
  assert.deepEqual(loadSnow({}), SNOW);
  assert.throws(() => loadSnow({}, true), {
    message: `Recipe ${path}: "snow.stations[1]" is at the place of Made up, expected each station at its own. Join them.`,
  });
  assert.throws(() => loadSnow({ snowfall_cm: [0.2, 15, 10, 2, 0, 0, 0, 0, 0, 0, 5, 15] }), {
    message: `Recipe ${path}: "snow.stations[0].snowfall_cm[0]" is 0.2 cm on 4 days at Made up, expected over 2.5 cm a day. Look at the units: cm of new snow, and days with as much.`,
  });
  assert.throws(() => loadSnow({ snow_days: [40] }), /"snow\.stations\[0\]\.snow_days/);
  assert.throws(() => loadSnow({ lat: 95 }), /"snow\.stations\[0\]\.lat"/);
});
