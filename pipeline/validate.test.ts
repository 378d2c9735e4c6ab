import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../schemas/project.ts';
import type { Recipe } from '../schemas/types.ts';
import { plausibleGhi, smallPrices, smallRecipe, writeMonths } from './dataset/dataset.test-kit.ts';
import { NO_SOURCE } from './dataset/source-choice.ts';
import { testFolder } from './files/folder.test-kit.ts';
import { runProgram } from './test/run-program.ts';
import { sourceRegions } from './validate/validate-recipe.ts';

const folder = testFolder();

const PRICES = smallPrices(join(PROJECT, 'fixtures'));

/** Validates a small recipe whose June is multiplied by a factor. */
function validate(name: string, juneFactor: number, changes: Partial<Recipe> = {}) {
  const path = join(folder, name);
  writeMonths(
    path,
    'ghi',
    (month) => (lat, lng) => plausibleGhi(month)(lat, lng) * (month === 5 ? juneFactor : 1),
  );
  const recipe = join(path, 'recipe.json');
  writeFileSync(recipe, JSON.stringify({ ...smallRecipe(), ...changes }));
  const run = runProgram('pipeline/validate.ts', ['--recipe', recipe]);
  return { ...run, files: readdirSync(path) };
}

test('a good recipe gets a table of its rasters and exit 0, and nothing is built', () => {
  const { status, stdout, files } = validate('good', 1);
  assert.equal(status, 0);
  assert.match(
    stdout,
    /Jun +ghi_06\.asc +\d+ +12 x 13 +EPSG:4326 +0\.25 x 0\.25 +12\.375\.\.15\.375 +54\.875\.\.58\.125 +-9999 .* 100\.0 %/,
  );
  assert.match(stdout, /56\.\.57 N +\d+ +0\n/);
  assert.match(stdout, /Valid: dataset 1\.2\.3 would have \d+ cells/);
  assert.doesNotMatch(stdout, /temperatures/);
  assert.equal(files.length, 13);
});

test("a month in the wrong unit gets the table, the build's own error and exit 1", () => {
  const { status, stdout, stderr } = validate('wrong', 1.36);
  assert.equal(status, 1);
  assert.match(stdout, /Jun +ghi_06\.asc/);
  assert.match(
    stderr,
    /error: .*ghi_06\.asc, band 1: month 6 has a mean of .* The values fit W\/m2/,
  );
});

test("wrong prices get the build's own error, before the rasters", () => {
  const path = join(folder, 'prices');
  mkdirSync(path);
  const heading = 'timestamp_utc,SE1_sek_per_kwh,SE2_sek_per_kwh,SE3_sek_per_kwh,SE4_sek_per_kwh';
  writeFileSync(join(path, 'spot.csv'), `${heading}\n2025-01-01T00:00Z,1,1,x,1\n`);
  const { status, stdout, stderr } = validate('prices', 1, { prices: PRICES });
  assert.equal(status, 1);
  assert.match(stderr, /^error: spot\.csv, line 2, SE3_sek_per_kwh: is "x"/);
  assert.equal(stdout, '');
});

test('prices without temperatures are valid, and the town’s are named', () => {
  const files = join(PROJECT, 'fixtures', 'spot', 'reconstructed-2025.zip');
  const prices = { ...PRICES, feed: 'elprisetjustnu', files } as const;
  const { status, stdout } = validate('untempered', 1, { prices });
  assert.equal(status, 0);
  assert.match(stdout, /^60 price lists of 38 grid companies, 17 of them ended\. /m);
  assert.match(stdout, /No source has temperatures: houses are heated by those of a town/);
  assert.match(
    stdout,
    /^Hours of 2025: whole, means of quarter hours on 92 days, only for simulations\. Mean spread of a day, SEK\/kWh: SE1 0\.\d{3}, /,
  );
});

test('needed cells are counted by degree of latitude and source, north first', () => {
  // The rows are at 59.5, 60 and 60.5 N.
  const grid = { stepDeg: 0.5, firstRow: 119, firstCol: 30, rows: 3, cols: 2 };
  const needed = Uint8Array.of(1, 1, 1, 0, 1, 1);
  const sourceOf = Uint8Array.of(0, NO_SOURCE, 0, 1, 1, 1);
  assert.deepEqual(sourceRegions(grid, needed, { sourceOf }, 2), [
    [60, [1, 2, 0]],
    [59, [1, 0, 1]],
  ]);
});
