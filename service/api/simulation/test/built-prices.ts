/** Prices as a build makes them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { testFolder } from '../../../../pipeline/files/folder.test-kit.ts';
import { loadRecipe } from '../../../../pipeline/files/recipe.ts';
import { buildPrices, readPriceInputs } from '../../../../pipeline/prices/build-prices.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { readPrices } from '../../../../schemas/codec/read-artifact.ts';
import { PROJECT } from '../../../../schemas/project.ts';

/** Builds the prices of a recipe, by default the project's, on cells, and reads them. */
export async function builtPrices(
  cells: Parameters<typeof buildPrices>[3],
  changes: { dataset_version?: string } = {},
  recipeFile = join(PROJECT, 'fixtures', 'recipe.json'),
): Promise<PricesArtifact> {
  const { recipe, folder } = loadRecipe(recipeFile);
  assert.ok(recipe.prices);
  const path = join(testFolder(), 'prices.bin');
  const inputs = await readPriceInputs(recipe.prices, folder);
  buildPrices({ ...recipe, ...changes }, recipe.prices, inputs, cells, path);
  return readPrices(path);
}
