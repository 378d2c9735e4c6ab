import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plausibleGhi, smallRecipe, writeMonths } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { checkPinnedHashes, climatePaths, findClimateFiles } from './climate-files.ts';

const folder = testFolder();
writeMonths(folder, 'ghi', plausibleGhi);

test('a file with another hash than the recipe pins is refused with both', async () => {
  const recipe = smallRecipe();
  const files = await findClimateFiles(recipe, folder);
  const found = new Map(climatePaths(files).map((path) => [path, 'a'.repeat(64)]));
  recipe.sources[0].ghi.sha256 = { 'ghi_04.asc': 'a'.repeat(64) };
  checkPinnedHashes(files, found);
  recipe.sources[0].ghi.sha256 = { 'ghi_04.asc': 'b'.repeat(64) };
  assert.throws(
    () => checkPinnedHashes(files, found),
    /ghi_04\.asc: has SHA-256 a{64}, but the recipe pins b{64}/,
  );
});

test('every file is listed once', async () => {
  const recipe = smallRecipe();
  recipe.sources.push({ ...recipe.sources[0], radiation_db: 'RADDB-ERA5' });
  const paths = climatePaths(await findClimateFiles(recipe, folder));
  assert.equal(paths.length, 12);
  assert.ok(paths[0].endsWith('ghi_01.asc'));
});
