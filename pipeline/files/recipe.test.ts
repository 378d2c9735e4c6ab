import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
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
