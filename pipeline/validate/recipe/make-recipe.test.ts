import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../../schemas/project.ts';
import type { RecipeSource } from '../../../schemas/types.ts';
import {
  type Field,
  plausibleGhi,
  SMALL_FRAME,
  writeMonths,
} from '../../dataset/dataset.test-kit.ts';
import { testFolder } from '../../files/folder.test-kit.ts';

const folder = testFolder();
const DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function run(script: string, ...args: string[]) {
  const entry = join(PROJECT, 'pipeline', 'validate', script);
  const options = { cwd: PROJECT, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['--import', 'tsx', entry, ...args], options);
}

function recipeFrom(folder: string) {
  const { status, stdout, stderr } = run('recipe/make-recipe.ts', '--from', folder);
  assert.equal(status, 0, stderr);
  const { sources, grid } = JSON.parse(readFileSync(join(folder, 'recipe.json'), 'utf8'));
  return { text: stdout, sources, source: sources[0], grid };
}

/** A folder with a copy of a fixture. */
function copied(name: string, fixture: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  copyFileSync(join(PROJECT, 'fixtures', fixture), join(path, fixture.split('/').at(-1) ?? ''));
  return path;
}

test('variable, unit and years of NetCDF come from the files; what they do not state is "?"', () => {
  const path = copied('sarah', 'netcdf-formats/sarah-plausible.zip');
  const { text, source } = recipeFrom(path);
  assert.deepEqual(source, {
    radiation_db: 'RADDB-SARAH3',
    name: '?',
    licence: '?',
    attribution: '?',
    ghi: {
      files: 'sarah-plausible.zip',
      entry: 'SISmm{year}{month}*.nc',
      variable: 'SIS',
      years: [2001, 2002],
      unit: 'W/m2',
    },
  });
  assert.match(text, /SIS_nb: which variable it is\. Put it in as/);
  const again = run('recipe/make-recipe.ts', '--from', path);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /recipe\.json: is there already\./);
});

test('SARAH and ERA5 in one folder are two sources, the satellite first, and a grid of both', () => {
  const path = copied('both', 'netcdf-formats/era5-plausible.zip');
  copyFileSync(
    join(PROJECT, 'fixtures/netcdf-formats/sarah-plausible.zip'),
    join(path, 'SISmm-order.zip'),
  );
  const { text, sources, grid } = recipeFrom(path);
  const short = sources.map(({ radiation_db, ghi, temperature }: RecipeSource) => {
    return [radiation_db, ghi.variable, ghi.unit, temperature?.variable, temperature?.unit];
  });
  assert.deepEqual(short, [
    ['RADDB-SARAH3', 'SIS', 'W/m2', undefined, undefined],
    ['RADDB-ERA5', 'ssrd', 'J/m2', 't2m', 'K'],
  ]);
  assert.deepEqual(grid, { step_deg: 0.25, bbox: [12.5, 56, 15, 58] });
  assert.match(text, /the first of the sources is the better one/);
});

test('rasters that end within Sweden, or go far beyond it, give a box of what is in Sweden', () => {
  const path = join(folder, 'disc');
  const frame = { west: -64.5, north: 64.5, stepDeg: 1, cols: 130, rows: 130 };
  writeMonths(path, 'ghi', () => () => 100, frame);
  const { grid } = recipeFrom(path);
  assert.deepEqual(grid, { step_deg: 0.25, bbox: [9, 54, 26, 64.87] });
});

const SUGGESTED = {
  'kWh/m2': () => 1,
  'W/m2': (month: number) => 1000 / 24 / DAYS[month],
  'kWh/m2/day': (month: number) => 1 / DAYS[month],
  'MJ/m2/day': (month: number) => 3.6 / DAYS[month],
  '?': () => 10,
};

for (const [unit, factor] of Object.entries(SUGGESTED)) {
  test(`an unstated unit is the one that fits the values: ${unit}`, () => {
    const path = join(folder, unit.replaceAll('/', '-').replace('?', 'none'));
    const field =
      (month: number): Field =>
      (lat, lng) =>
        factor(month) * plausibleGhi(month)(lat, lng);
    writeMonths(path, 'ghi', field, SMALL_FRAME);
    const { text, source } = recipeFrom(path);
    assert.deepEqual(source.ghi, { files: 'ghi_{month}.asc', unit });
    if (unit === '?') assert.match(text, /No unit fits the values/);
    else
      assert.match(
        text,
        new RegExp(`The values fit "${unit}" \\(within \\d+ %\\), so that is written`),
      );
  });
}

test('without irradiation there is no recipe, and each refused file is listed with its reason', () => {
  const path = copied('refused', 'raster-formats/lerc-nan.tif');
  copyFileSync(join(PROJECT, 'fixtures/climatology/ghi/era5/ghi_01.tif'), join(path, 'GHI.tif'));
  const { status, stderr } = run('recipe/make-recipe.ts', '--from', path);
  assert.equal(status, 1);
  assert.match(stderr, /no irradiation .* There are: .*lerc-nan\.tif \(refused\)/);
  assert.match(stderr, /There are: .*GHI\.tif \(no months\)/);
  assert.match(stderr, /lerc-nan\.tif is refused: .*has LERC compression/);
});

test('a Mac’s side files, a tar and months in words do not hide the rasters', () => {
  const path = join(folder, 'mac');
  writeMonths(path, 'ghi', plausibleGhi, SMALL_FRAME);
  for (let month = 1; month <= 12; month++) {
    const name = `ghi_${String(month).padStart(2, '0')}.asc`;
    const word = new Date(Date.UTC(2026, month - 1)).toLocaleString('en', { month: 'long' });
    renameSync(join(path, name), join(path, `GHI_${word}.asc`));
    writeFileSync(join(path, `._GHI_${word}.asc`), '\0\x05\x16\x07');
  }
  writeFileSync(join(path, 'rest.gz'), '\x1f\x8b', 'latin1');
  const { text, source } = recipeFrom(path);
  assert.deepEqual(source.ghi, { files: 'GHI_{month}.asc', unit: 'kWh/m2' });
  assert.match(text, /rest\.gz: is gzip/);
  assert.doesNotMatch(text, /\._GHI/);
});

test('inspect prints what files hold, entry by entry, and fails where one is refused', () => {
  const ofTiff = run('inspect.ts', join(PROJECT, 'fixtures/climatology/ghi/sarah3/ghi_06.tif'));
  assert.equal(ofTiff.status, 0, ofTiff.stderr);
  for (const line of [
    /driver +GeoTIFF/,
    /size +61 x 62 pixels of 0\.25 x 0\.25, 1 band\b/,
    /bounds +x 9\.875 to 25\.125, y 54\.375 to 69\.875/,
    /range +161\.267 to 201\.857/,
    /nodata +-9999, 1220 of 3782 pixels are missing/,
  ]) {
    assert.match(ofTiff.stdout, line);
  }
  const ofZip = run('inspect.ts', join(PROJECT, 'fixtures/netcdf-formats/era5-plausible.zip'));
  assert.match(
    ofZip.stdout,
    /avgua\.nc\n.*\n +variable +t2m\n[\s\S]*months +2001-01 to 2002-12 \(24\)/,
  );
  assert.match(ofZip.stdout, /unit +"K"/);
  const refused = run('inspect.ts', join(PROJECT, 'fixtures/raster-formats/no-crs.tif'));
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^error: .*no-crs\.tif: .*Set "crs"/);
});
