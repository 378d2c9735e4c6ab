/** The spread between years from the recipe to the artifact, on the small dataset. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, mock, test } from 'node:test';
import { MONTHS, PLANES, planeAt } from '../../schemas/codec/axes.ts';
import { latOfRow } from '../../schemas/codec/grid.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../../schemas/codec/read-artifact.ts';
import type { Recipe } from '../../schemas/types.ts';
import {
  asciiGrid,
  type Field,
  plausibleGhi,
  SMALL_BBOX,
  SMALL_FRAME,
  smallRecipe,
  writeMonths,
} from '../dataset/dataset.test-kit.ts';
import { PROJECT } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { loadRecipe } from '../files/recipe.ts';
import { loadInterannualPlaces, spreadAtLatitude } from '../rasters/interannual.ts';
import { validateRecipe } from '../validate/validate-recipe.ts';
import { buildDatasetOf, buildJob, buildShardOf } from '../versions/build-job.ts';

const root = testFolder();
const inputs = join(root, 'inputs');
const recipePath = join(inputs, 'recipe.json');
const PLACES: Recipe['interannual'] = { places: 'interannual.json' };
const RASTERS: Recipe['interannual'] = {
  rasters: {
    annual: { files: 'sd_year.asc', unit: '%' },
    monthly: { files: 'sd_{month}.asc', unit: '%' },
    years: 20,
    source: 'Made up for tests',
  },
};
const annualSd: Field = (lat, lng) => 4 + 0.1 * (lat - 56) + 0.2 * (lng - 13);
const monthlySd =
  (month: number): Field =>
  (lat, lng) =>
    annualSd(lat, lng) * (2 + 0.1 * month);

/** Datasets of both forms of the recipe. */
let fromPlaces: PvYieldArtifact;
let fromRasters: PvYieldArtifact;

before(async () => {
  writeMonths(inputs, 'ghi', plausibleGhi);
  writeMonths(inputs, 'sd', monthlySd);
  writeFileSync(join(inputs, 'sd_year.asc'), asciiGrid(SMALL_FRAME, annualSd));
  cpSync(join(PROJECT, 'fixtures', 'interannual.json'), join(inputs, 'interannual.json'));
  fromPlaces = await built('places', PLACES);
  fromRasters = await built('rasters', RASTERS);
});

function writeRecipe(interannual: Recipe['interannual']): void {
  const grid: Recipe['grid'] = { step_deg: 0.25, bbox: SMALL_BBOX, coverage: 'data' };
  const recipe = { ...smallRecipe(), grid, ...(interannual ? { interannual } : {}) };
  writeFileSync(recipePath, JSON.stringify(recipe));
}

/** Builds quietly, whole or in parts, with so many workers. */
async function build(name: string, { workers = 1, parts = 0 } = {}): Promise<string> {
  const out = join(root, name);
  const log = mock.method(console, 'log', () => {});
  try {
    const job = await buildJob(recipePath, { out, workers, force: true });
    for (let index = 0; index < parts; index++) await buildShardOf(job, { index, count: parts });
    await buildDatasetOf(job, parts);
  } finally {
    log.mock.restore();
  }
  return join(out, 'pv-yield.bin');
}

async function built(name: string, interannual: Recipe['interannual']): Promise<PvYieldArtifact> {
  writeRecipe(interannual);
  return readPvYield(await build(name));
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
  const { header, grid, cell_index, ...artifact } = fromPlaces;
  const { places, source } = loadInterannualPlaces(join(inputs, 'interannual.json'));
  assert.deepEqual([header.interannual?.years, header.interannual?.source], [16, source]);
  cell_index.forEach((cell, place) => {
    if (cell < 0) return;
    const spread = spreadAtLatitude(places, latOfRow(grid, Math.floor(place / grid.cols)));
    assert.equal(artifact.ghi_annual_sd_pct?.[cell], Math.fround(spread.annualPct));
    const months = artifact.ghi_monthly_sd_pct?.subarray(cell * MONTHS, (cell + 1) * MONTHS);
    assert.deepEqual(months, Float32Array.from(spread.monthlyPct));
  });
});

test('from rasters, every cell has the value of its pixel', () => {
  const { header, grid, cell_index, ...artifact } = fromRasters;
  assert.equal(header.interannual?.years, 20);
  const east = (place: number) => (grid.firstCol + (place % grid.cols)) * grid.stepDeg;
  cell_index.forEach((cell, place) => {
    if (cell < 0) return;
    const lat = latOfRow(grid, Math.floor(place / grid.cols));
    const found = artifact.ghi_annual_sd_pct?.[cell] ?? Number.NaN;
    assert.ok(Math.abs(found - annualSd(lat, east(place))) < 1e-4);
    for (let month = 0; month < MONTHS; month++) {
      const pct = artifact.ghi_monthly_sd_pct?.[cell * MONTHS + month] ?? Number.NaN;
      assert.ok(Math.abs(pct - monthlySd(month)(lat, east(place))) < 1e-4);
    }
  });
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

test('the header has what light beside the irradiation adds: nothing on the flat, most in winter', () => {
  const scatter = fromPlaces.header.interannual?.plane_scatter_pct ?? [];
  assert.equal(scatter.length, MONTHS + 1);
  for (const period of scatter) assert.equal(period[planeAt(0, 180)], 0);
  const wall = planeAt(90, 90);
  assert.ok(scatter[11][wall] > scatter[5][wall] && scatter[5][wall] > scatter[MONTHS][wall]);
});

test('places that list their years give skewness and trend by latitude; rasters give none', () => {
  const { ghi_annual_skewness: skewness = [], ghi_annual_trend_pct: trend = [] } = fromPlaces;
  assert.equal(fromPlaces.header.interannual?.law, 'skew-normal');
  assert.equal(skewness.length, fromPlaces.header.cells);
  // From Malmö (0.03, 2.5 % a decade) towards Stockholm (0.95, 4.9 %).
  for (const value of skewness) assert.ok(value > 0.02 && value < 0.95, `${value}`);
  for (const value of trend) assert.ok(value > 2.5 && value < 4.9, `${value}`);
  assert.ok(skewness[0] < skewness[skewness.length - 1]);
  assert.equal(fromRasters.header.interannual?.law, undefined);
  assert.ok(!('ghi_annual_skewness' in fromRasters));
});

test('one worker, three, and three parts merged give the same bytes', async () => {
  for (const [name, interannual] of Object.entries({ places: PLACES, rasters: RASTERS })) {
    writeRecipe(interannual);
    const one = readFileSync(join(root, name, 'pv-yield.bin'));
    assert.ok(readFileSync(await build('three', { workers: 3 })).equals(one), 'three workers');
    assert.ok(readFileSync(await build('merged', { parts: 3 })).equals(one), 'merged');
  }
});

test('a recipe without the block gives a file without it, which is read', async () => {
  const { header, ...artifact } = await built('none', undefined);
  assert.equal(header.interannual, undefined);
  assert.ok(!('ghi_annual_sd_pct' in artifact) && !('ghi_monthly_sd_pct' in artifact));
});

test('a share, a unit of energy and a hole are refused with the raster and what to do', async () => {
  const path = join(inputs, 'sd_year.asc');
  const withYear = async (field: Field) => {
    writeFileSync(path, asciiGrid(SMALL_FRAME, field));
    return refused(RASTERS);
  };
  const share = await withYear((lat, lng) => annualSd(lat, lng) / 100);
  assert.match(
    share,
    /sd_year\.asc.*annual_sd has the value 0\.04\d*, expected 0\.3 to 30 \(percent/,
  );
  const energy = await withYear(() => 40);
  assert.match(energy, /annual_sd has the value 40, .*neither a share nor kWh\/m2/);
  const hole = await withYear((lat, lng) => (lat < 56.6 ? Number.NaN : annualSd(lat, lng)));
  assert.match(hole, /sd_year\.asc.*has no value at 5\d\S* N 1\d\S* E, .*Fill the raster/);
  writeFileSync(path, asciiGrid(SMALL_FRAME, annualSd));
  const month = join(inputs, 'sd_06.asc');
  rmSync(month);
  assert.match(await refused(RASTERS), /no file for month 6/);
  writeMonths(inputs, 'sd', monthlySd);
});

test('places that are not there, and both forms at once, are refused by field', async () => {
  assert.match(await refused({ places: 'gone.json' }), /"interannual\.places".*gone\.json/);
  assert.match(
    await refused({ ...PLACES, ...RASTERS }),
    /interannual.*has 2 fields, expected exactly 1/,
  );
  assert.match(await refused({}), /interannual.*has 0 fields, expected exactly 1/);
});

test('make validate shows the rasters of the spread, or its range from places', async () => {
  const said: string[] = [];
  const log = mock.method(console, 'log', (line: string) => said.push(line));
  try {
    for (const interannual of [PLACES, RASTERS]) {
      writeRecipe(interannual);
      await validateRecipe(loadRecipe(recipePath));
    }
  } finally {
    log.mock.restore();
  }
  const text = said.join('\n');
  assert.match(text, /Spread of 16 years: Sample standard deviations.*\n.*3\.80 to 3\.90 %/);
  assert.match(
    text,
    /Spread of 20 years: Made up for tests\n\n {2}annual, %, in .*\n.*\n.*sd_year\.asc/,
  );
});
