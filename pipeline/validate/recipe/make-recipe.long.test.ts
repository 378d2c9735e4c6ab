import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  asciiGrid,
  type Field,
  plausibleGhi,
  SMALL_FRAME,
  writeMonths,
} from '../../dataset/dataset.test-kit.ts';
import { PROJECT } from '../../files/file-record.ts';
import { testFolder } from '../../files/folder.test-kit.ts';
import { loadRecipe } from '../../files/recipe.ts';
import { geotiffBytes } from '../../rasters/geotiff/write-geotiff.ts';

const folder = testFolder();
const DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function run(script: string, ...args: string[]) {
  const entry = join(PROJECT, 'pipeline', 'validate', script);
  const options = { cwd: PROJECT, encoding: 'utf8' } as const;
  return spawnSync('node', ['--import', 'tsx', entry, ...args], options);
}

const makeRecipe = (...args: string[]) => run('recipe/make-recipe.ts', ...args);

/** Makes a recipe of a place and holds that validate takes it as it is. */
function madeAndValid(from: string, out: string) {
  const made = makeRecipe('--from', from);
  assert.equal(made.status, 0, made.stderr);
  const valid = run('../validate.ts', '--recipe', out);
  assert.equal(valid.status, 0, valid.stderr);
  assert.match(valid.stdout, /^Valid: /m);
  return { text: made.stdout, recipe: loadRecipe(out).recipe };
}

/** Twelve GeoTIFFs of the small frame under a name with M for the month. */
function writeTiffs(name: string, template: string, field: (month: number) => Field): string {
  const path = join(folder, name);
  mkdirSync(path);
  const { west, north, stepDeg, cols, rows } = SMALL_FRAME;
  const frame = { westCentre: west, northCentre: north, stepDeg, cols, rows };
  for (let month = 0; month < 12; month++) {
    const values = Float64Array.from({ length: rows * cols }, (_, i) =>
      field(month)(north - stepDeg * Math.floor(i / cols), west + stepDeg * (i % cols)),
    );
    writeFileSync(
      join(path, template.replace('M', String(month + 1))),
      geotiffBytes(frame, values),
    );
  }
  return path;
}

test('PVGIS text grids: the months are found beside the year and other planes, in W/m2', () => {
  const path = join(folder, 'pvgis');
  mkdirSync(path);
  for (let month = 0; month < 12; month++) {
    const watts: Field = (lat, lng) => (plausibleGhi(month)(lat, lng) * 1000) / 24 / DAYS[month];
    const name = (plane: string) => join(path, `gh_${plane}_month_sarah_${month + 1}.asc`);
    writeFileSync(name('0'), asciiGrid(SMALL_FRAME, watts));
    writeFileSync(name('opt'), asciiGrid(SMALL_FRAME, watts));
  }
  writeFileSync(
    join(path, 'gh_0_year_sarah.asc'),
    asciiGrid(SMALL_FRAME, () => 110),
  );
  const { text, recipe } = madeAndValid(path, join(path, 'recipe.json'));
  const [{ ghi, radiation_db }] = recipe.sources;
  assert.deepEqual(ghi, { files: 'gh_0_month_sarah_{month}.asc', unit: 'W/m2' });
  assert.equal(radiation_db, 'RADDB-SARAH3');
  assert.match(text, /not used: gh_0_year_sarah\.asc, gh_opt_month_sarah_\{month\}\.asc/);
  assert.match(text, /guessed W\/m2 from a July median of 2\d\d, [01]\.\d\d times the usual/);
  assert.match(text, /Text grids do not say their coordinate system/);
});

test("CM SAF's files: variable, unit and years come from the files, counts are no irradiance", () => {
  const zip = join(folder, 'cm-saf', 'ordered.zip');
  mkdirSync(join(folder, 'cm-saf'));
  copyFileSync(join(PROJECT, 'fixtures/netcdf-formats/sarah-plausible.zip'), zip);
  const { text, recipe } = madeAndValid(zip, join(folder, 'cm-saf', 'recipe.json'));
  const expected = { variable: 'SIS', years: [2001, 2002], unit: 'W/m2' };
  const place = { files: 'ordered.zip', entry: 'SISmm{year}{month}*.nc' };
  assert.deepEqual(recipe.sources[0].ghi, { ...place, ...expected });
  assert.equal(recipe.sources[0].radiation_db, 'RADDB-SARAH3');
  assert.match(text, /W\/m2, as the file says/);
});

test("ERA5's archive: light in joules of a mean day and temperatures in kelvin, in two files", () => {
  const path = join(folder, 'era5');
  mkdirSync(path);
  copyFileSync(
    join(PROJECT, 'fixtures/netcdf-formats/era5-plausible.zip'),
    join(path, 'download.zip'),
  );
  const { recipe } = madeAndValid(path, join(path, 'recipe.json'));
  const [{ ghi, temperature, radiation_db }] = recipe.sources;
  const common = { files: 'download.zip', years: [2001, 2002] };
  const entry = (step: string) => `data_stream-moda_stepType-${step}.nc`;
  assert.deepEqual(ghi, { ...common, entry: entry('avgad'), variable: 'ssrd', unit: 'J/m2' });
  assert.deepEqual(temperature, { ...common, entry: entry('avgua'), variable: 't2m', unit: 'K' });
  assert.equal(radiation_db, 'RADDB-ERA5');
});

test('any twelve GeoTIFFs are irradiation, and an existing recipe stays', () => {
  const path = writeTiffs('any', 'r7-M-final2.tif', plausibleGhi);
  const out = join(path, 'recipe.json');
  const { text, recipe } = madeAndValid(path, out);
  assert.deepEqual(recipe.sources[0].ghi, { files: 'r7-{month}-final2.tif', unit: 'kWh/m2' });
  assert.match(text, /No name says what .* is: taken for irradiation/);
  assert.match(text, /Where .* comes from is not told/);
  const before = readFileSync(out);
  const again = makeRecipe('--from', path);
  assert.equal(again.status, 1);
  assert.match(
    again.stderr,
    /recipe\.json: is there already, and is not written over\. Give another name/,
  );
  assert.deepEqual(readFileSync(out), before);
  const other = join(folder, 'elsewhere', 'own.json');
  assert.equal(makeRecipe('--from', path, '--out', other).status, 0);
  const { files } = loadRecipe(other).recipe.sources[0].ghi;
  assert.equal(files, '../any/r7-{month}-final2.tif');
});

test('rasters away from Sweden make a dataset of wherever they have data', () => {
  const away =
    (month: number): Field =>
    (lat, lng) =>
      plausibleGhi(month)(lat - 0.001, lng);
  const path = join(folder, 'away');
  writeMonths(path, 'ghi', away, { ...SMALL_FRAME, west: 30 });
  const { recipe } = madeAndValid(path, join(path, 'recipe.json'));
  assert.equal(recipe.grid.coverage, 'data');
});

test('what a build would refuse is told first, with the pixels without sun and the missing month', () => {
  const hole =
    (month: number): Field =>
    (lat, lng) =>
      lat === 56.5 && lng >= 14 && lng < 14.5 ? 0 : plausibleGhi(month)(lat, lng);
  const zeros = makeRecipe('--from', writeTiffs('zeros', 'ghi_M.tif', hole));
  assert.match(zeros.stdout, /In doubt:\n {2}- A build would stop: .*ghi_\d+\.tif, band 1: /);
  assert.match(
    zeros.stdout,
    /ghi_7\.tif: 2 pixels in 2 cells are 0 in July, first at 56\.5 N 14 E/,
  );
  const path = writeTiffs('gap', 'ghi_M.tif', plausibleGhi);
  rmSync(join(path, 'ghi_3.tif'));
  const gap = makeRecipe('--from', path);
  assert.match(gap.stdout, /ghi: March missing in ghi_\{month\}\.tif/);
});

test('a sea without values is filled, and light of a mean day in kWh is refused with its factor', () => {
  const land =
    (month: number): Field =>
    (lat, lng) =>
      lng > 14.2 && lat < 56.4 ? Number.NaN : plausibleGhi(month)(lat, lng);
  const { text, recipe } = madeAndValid(
    writeTiffs('land', 'ghi_M.tif', land),
    join(folder, 'land', 'recipe.json'),
  );
  assert.ok(recipe.fill_sea_km);
  assert.match(text, /"fill_sea_km": \d+ gives them the nearest one's/);
  const daily =
    (month: number): Field =>
    (lat, lng) =>
      plausibleGhi(month)(lat, lng) / DAYS[month];
  const path = writeTiffs('daily', 'GHI_M.tif', daily);
  const { status, stderr } = makeRecipe('--from', path);
  assert.equal(status, 1);
  assert.match(stderr, /fits kWh\/m2 a day; .* gdal_calc\.py .*A\*31/);
  assert.ok(!existsSync(join(path, 'recipe.json')));
});
