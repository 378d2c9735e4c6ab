/** Answers of `make cell` to good and bad places and questions. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../schemas/project.ts';
import { explainPlace } from './accuracy/explain-place.ts';
import { greatestGhiKwhM2 } from './dataset/checks/plausibility.ts';
import {
  type Field,
  type PixelFrame,
  smallRecipe,
  writeMonths,
} from './dataset/dataset.test-kit.ts';
import { testFolder } from './files/folder.test-kit.ts';
import { loadRecipe } from './files/recipe.ts';
import { runMake, runProgram } from './test/run-program.ts';

const run = (words: string[], input = '') => runProgram('pipeline/cell.ts', words, input);
const cell = (lat: string, lng: string) => run([`--lat=${lat}`, `--lng=${lng}`]);

test('a covered place is explained', () => {
  const { status, stdout } = cell('59.33', '18.07');
  assert.equal(status, 0);
  assert.match(stdout, /^Place: 59\.33, 18\.07\. Nearest cell: 59\.25, 18, /);
  assert.match(stdout, /best \(tilt \d\d, azimuth 180\)/);
});

test('a malformed place, or one outside the coverage, is one error message', async () => {
  const { status, stderr } = cell('59,33', '18');
  assert.equal(status, 2);
  assert.match(stderr, /^error: --lat is "59,33", expected degrees from -90 to 90, .*\n$/);
  assert.match(run([]).stderr, /^error: lat and lng of a place are needed\. Try: make cell .*\n$/);
  const recipe = loadRecipe(join(PROJECT, 'fixtures', 'recipe.json'));
  await assert.rejects(explainPlace(recipe, 48, 2), {
    message: /^48, 2 is outside the coverage, which lies within 55\.\d to 69\.\d N, .* E\.$/,
  });
  await assert.rejects(explainPlace(recipe, 18, 59), / LAT and LNG look swapped\.$/);
});

test('make cell takes a western place of a recipe whose coverage is its data', async () => {
  const folder = testFolder();
  // Galicia: half of the extraterrestrial irradiation, and no data in the south-east.
  const frame: PixelFrame = { west: -9.5, north: 44, stepDeg: 0.25, cols: 9, rows: 9 };
  const ghi =
    (month: number): Field =>
    (lat, lng) =>
      lat < 42.6 && lng > -8.1 ? Number.NaN : greatestGhiKwhM2(lat)[month] / 2;
  writeMonths(folder, 'ghi', ghi, frame);
  const grid = { step_deg: 0.25, bbox: [-9, 42.25, -7.75, 43.75], coverage: 'data' as const };
  const path = join(folder, 'recipe.json');
  writeFileSync(path, JSON.stringify({ ...smallRecipe(), grid }));
  const made = runMake('cell', `RECIPE=${path}`, 'LAT=42.88', 'LNG=-8.54');
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stdout, /^Place: 42\.88, -8\.54\. Nearest cell: 43, -8\.5, height unknown\.\n/);
  assert.doesNotMatch(made.stdout, /NaN/);
  const [january] = greatestGhiKwhM2(43);
  assert.match(made.stdout, new RegExp(`^GHI kWh/m2 +${(january / 2).toFixed(1)} `, 'm'));
  const recipe = loadRecipe(path);
  await assert.rejects(explainPlace(recipe, 42.3, -7.8), {
    message: '42.3, -7.8 has no cell: the rasters have no data there.',
  });
  await assert.rejects(explainPlace(recipe, 42.88, -5), {
    message: '42.88, -5 is outside the coverage, which lies within 42.3 to 43.8 N, -9.0 to -7.8 E.',
  });
});

test('a question that is no JSON, or incomplete, is one error message', () => {
  assert.match(
    run(['--json'], '{').stderr,
    /^error: the question on standard input is no JSON \(.*\), expected what schemas\/.*\n$/,
  );
  assert.match(run(['--json'], '{}').stderr, /^error: ".*" is missing, expected .*\n$/);
});
