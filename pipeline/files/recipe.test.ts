import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallPrices, smallRecipe } from '../dataset/dataset.test-kit.ts';
import { testFolder } from './folder.test-kit.ts';
import { loadRecipe } from './recipe.ts';

const path = join(testFolder(), 'recipe.json');

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
