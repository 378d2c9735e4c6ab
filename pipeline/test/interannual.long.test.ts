/** The spread between years from the recipe to the artifact, on the small dataset. */
import assert from 'node:assert/strict';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, mock, test } from 'node:test';
import { MONTHS, PLANES, planeAt } from '../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../../schemas/codec/read-artifact.ts';
import { PROJECT } from '../../schemas/project.ts';
import type { Recipe } from '../../schemas/types.ts';
import { writeSmallRecipe } from '../dataset/dataset.test-kit.ts';
import { cellPlaces } from '../dataset/dataset-figures.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { loadRecipe } from '../files/recipe.ts';
import { loadInterannualPlaces, spreadAtLatitude } from '../rasters/interannual.ts';
import { validateRecipe } from '../validate/validate-recipe.ts';
import { buildDatasetOf, buildJob } from '../versions/build-job.ts';

const root = testFolder();
const inputs = join(root, 'inputs');
const recipePath = join(inputs, 'recipe.json');
const PLACES: Recipe['interannual'] = { places: 'interannual.json' };

let fromPlaces: PvYieldArtifact;

before(async () => {
  cpSync(join(PROJECT, 'fixtures', 'interannual.json'), join(inputs, 'interannual.json'));
  fromPlaces = await built('places', PLACES);
});

/** Builds the small recipe with a spread, quietly. */
async function built(name: string, interannual: Recipe['interannual']): Promise<PvYieldArtifact> {
  writeSmallRecipe(inputs, interannual && { interannual });
  const out = join(root, name);
  const log = mock.method(console, 'log', () => {});
  try {
    await buildDatasetOf(await buildJob(recipePath, { out, workers: 1, force: true }));
  } finally {
    log.mock.restore();
  }
  return readPvYield(join(out, 'pv-yield.bin'));
}

const refused = (interannual: Recipe['interannual']) =>
  built('refused', interannual).then(
    () => assert.fail('the build succeeded'),
    ({ message }: Error) => {
      assert.ok(!existsSync(join(root, 'refused', 'pv-yield.bin')));
      return message;
    },
  );

test('from places, every cell has the spread of its latitude', () => {
  const { header, ...artifact } = fromPlaces;
  const { places, source } = loadInterannualPlaces(join(inputs, 'interannual.json'));
  assert.deepEqual([header.interannual?.years, header.interannual?.source], [16, source]);
  for (const { cell, lat } of cellPlaces(fromPlaces)) {
    const spread = spreadAtLatitude(places, lat);
    assert.equal(artifact.ghi_annual_sd_pct?.[cell], Math.fround(spread.annualPct));
    const months = artifact.ghi_monthly_sd_pct?.subarray(cell * MONTHS, (cell + 1) * MONTHS);
    assert.deepEqual(months, Float32Array.from(spread.monthlyPct));
  }
});

test('the header has the factors of all planes: 1 for the flat one, above it for a south roof', () => {
  const factors = fromPlaces.header.interannual?.plane_factors ?? [];
  assert.equal(factors.length, MONTHS + 1);
  for (const period of factors) {
    assert.equal(period.length, PLANES);
    for (const azimuth of [0, 90, 180]) assert.equal(period[planeAt(0, azimuth)], 1);
    assert.ok(period[planeAt(40, 180)] > 1);
  }
});

test('the header has what light apart from the irradiation adds: nothing on the flat, most in winter', () => {
  const scatter = fromPlaces.header.interannual?.plane_scatter_pct ?? [];
  assert.equal(scatter.length, MONTHS + 1);
  for (const period of scatter) assert.equal(period[planeAt(0, 180)], 0);
  const wall = planeAt(90, 90);
  assert.ok(scatter[11][wall] > scatter[5][wall] && scatter[5][wall] > scatter[MONTHS][wall]);
});

test('a recipe without the block gives a file without it, which is read', async () => {
  const { header, ...artifact } = await built('none', undefined);
  assert.equal(header.interannual, undefined);
  assert.ok(!('ghi_annual_sd_pct' in artifact) && !('ghi_monthly_sd_pct' in artifact));
});

test('places that are not there, and both forms at once, are refused by field', async () => {
  assert.match(await refused({ places: 'gone.json' }), /"interannual\.places".*gone\.json/);
  assert.match(
    await refused({ ...PLACES, ghi_years: { source: 'Made up for tests' } }),
    /interannual.*has 2 fields, expected exactly 1/,
  );
  assert.match(await refused({}), /interannual.*has 0 fields, expected exactly 1/);
});

test('make validate shows the range of the spread', async () => {
  const messages: string[] = [];
  const log = mock.method(console, 'log', (line: string) => messages.push(line));
  try {
    writeSmallRecipe(inputs, { interannual: PLACES });
    await validateRecipe(loadRecipe(recipePath));
  } finally {
    log.mock.restore();
  }
  const text = messages.join('\n');
  assert.match(text, /Spread of 16 years: Sample standard deviations.*\n.*3\.80 to 3\.90 %/);
});
