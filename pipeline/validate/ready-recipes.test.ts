/** The ready recipes of docs/real-rasters.md, on small files of their names and shapes. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mock, test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';
import type { RecipeSource } from '../../schemas/types.ts';
import { plausibleGhi, SMALL_BBOX, SMALL_FRAME, smallRecipe } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { loadRecipe } from '../files/recipe.ts';
import { geotiffBytes } from '../rasters/open/geotiff/write-geotiff.ts';
import { validateRecipe } from './validate-recipe.ts';

const readme = readFileSync(join(PROJECT, 'pipeline/docs/real-rasters.md'), 'utf8');
const folder = testFolder();

/** The source under a heading. */
function sourceOf(heading: string): RecipeSource {
  const section = readme.split(/^### /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, json = ''] = /```json\n(.*?)```/s.exec(section) ?? [];
  return JSON.parse(json);
}

/** Twelve GeoTIFFs of a field by month, under a name with {month}. */
function writeTiffs(files: string, valueAt: (month: number, lat: number, lng: number) => number) {
  const { west, north, stepDeg, cols, rows } = SMALL_FRAME;
  const frame = { westCentre: west, northCentre: north, stepDeg, cols, rows };
  for (let month = 0; month < 12; month++) {
    const path = join(folder, files.replace('{month}', String(month + 1).padStart(2, '0')));
    mkdirSync(dirname(path), { recursive: true });
    const pixels = Float64Array.from({ length: rows * cols }, (_, i) =>
      valueAt(month, north - stepDeg * Math.floor(i / cols), west + stepDeg * (i % cols)),
    );
    writeFileSync(path, geotiffBytes(frame, pixels));
  }
}

/** What validation prints for a recipe of the source, over a box that the small files cover. */
async function validated(source: RecipeSource, bbox: number[]): Promise<string> {
  const path = join(folder, 'recipe.json');
  const grid = { step_deg: 0.25, bbox, coverage: 'data' };
  writeFileSync(path, JSON.stringify({ ...smallRecipe(), grid, sources: [source] }));
  const lines: string[] = [];
  const log = mock.method(console, 'log', (line: string) => lines.push(line));
  try {
    await validateRecipe(loadRecipe(path));
  } finally {
    log.mock.restore();
  }
  return lines.join('\n');
}

const ghi = (month: number, lat: number, lng: number) => plausibleGhi(month)(lat, lng);
const celsius = (month: number) => 7 - 9 * Math.cos((month * Math.PI) / 6);

test('PVGIS 5.3 by MRcalc: irradiation, diffuse fraction and temperature', async () => {
  const source = sourceOf('PVGIS 5.3 by MRcalc');
  writeTiffs(source.ghi.files, ghi);
  writeTiffs(source.diffuse_fraction?.files ?? '', () => 0.5);
  writeTiffs(source.temperature?.files ?? '', celsius);
  const text = await validated(source, SMALL_BBOX);
  assert.match(text, /temperature, °C/);
  assert.match(text, /^Valid: /m);
  const whole = JSON.parse(readFileSync(join(PROJECT, 'fixtures/real-sources/recipe.json'), 'utf8'))
    .sources[0];
  assert.deepEqual(
    [source.ghi, source.diffuse_fraction, source.temperature],
    [whole.ghi, whole.diffuse_fraction, whole.temperature],
  );
});

test('SARAH-3 monthly means: a file a month in an archive', async () => {
  const source = sourceOf('SARAH-3 monthly means');
  const fixture = join(PROJECT, 'fixtures/netcdf-formats/sarah-plausible.zip');
  copyFileSync(fixture, join(folder, source.ghi.files));
  assert.match(await validated(source, [13.2, 56.2, 14.6, 57.4]), /^Valid: /m);
});

test('ERA5 monthly means: joules of a mean day, and kelvin', async () => {
  const source = sourceOf('ERA5 monthly means from Copernicus');
  const fixture = join(PROJECT, 'fixtures/netcdf-formats/era5-plausible.zip');
  copyFileSync(fixture, join(folder, source.ghi.files));
  assert.match(await validated(source, [12.75, 56, 14.75, 58]), /^Valid: /m);
});

test('GeoTIFFs of anyone', async () => {
  const source = sourceOf('Your own GeoTIFFs');
  writeTiffs(source.ghi.files, ghi);
  assert.match(await validated(source, SMALL_BBOX), /^Valid: /m);
});
