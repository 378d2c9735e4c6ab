/** The ready recipes of docs/real-rasters.md as they are written, on stand-ins that end where the operators' files do. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mock, test } from 'node:test';
import { zipSync } from 'fflate';
import { covers } from '../../schemas/codec/coverage-mask.ts';
import { PROJECT } from '../../schemas/project.ts';
import type { Recipe } from '../../schemas/types.ts';
import { swedenCoverage } from '../coverage/sweden.ts';
import { type Field, plausibleGhi } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { loadRecipe } from '../files/recipe.ts';
import { geotiffBytes } from '../rasters/open/geotiff/write-geotiff.ts';
import { axis, classicFile } from '../rasters/open/netcdf/classic-write.test-kit.ts';
import { validateRecipe } from './validate-recipe.ts';

const FIXTURES = join(PROJECT, 'fixtures');
const page = readFileSync(join(PROJECT, 'pipeline/docs/real-rasters.md'), 'utf8');
const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** SARAH's northern edge. */
const NORTH_OF_SARAH = 65;

/** A copy of fixtures/ by links, for the recipe and the rasters that the page puts there. */
const folder = testFolder();
for (const name of readdirSync(FIXTURES)) {
  if (name !== 'real-sources') symlinkSync(join(FIXTURES, name), join(folder, name));
}

/** The default recipe with the fields under a heading. */
function recipeOf(heading: string): Recipe {
  const section = page.split(/^### /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, json = ''] = /```json\n(.*?)```/s.exec(section) ?? [];
  const { prices: _, ...recipe } = JSON.parse(readFileSync(join(FIXTURES, 'recipe.json'), 'utf8'));
  return { ...recipe, ...JSON.parse(json) };
}

/** The text that validation prints. */
async function validated(recipe: Recipe): Promise<string> {
  const path = join(folder, 'own.json');
  writeFileSync(path, JSON.stringify(recipe));
  const lines: string[] = [];
  const log = mock.method(console, 'log', (line: string) => lines.push(line));
  try {
    await validateRecipe(loadRecipe(path));
  } finally {
    log.mock.restore();
  }
  return lines.join('\n');
}

const FRAME = { westCentre: 10, northCentre: 70, stepDeg: 0.25, cols: 62, rows: 64 };
const sweden = swedenCoverage();

/** Twelve GeoTIFFs of a field, with values where a place has some. */
function writeTiffs(
  files: string,
  field: (month: number) => Field,
  hasValue: (lat: number, lng: number) => boolean,
): void {
  const { westCentre, northCentre, stepDeg, cols, rows } = FRAME;
  for (const month of MONTHS) {
    const pixels = Float64Array.from({ length: rows * cols }, (_, i) => {
      const lat = northCentre - stepDeg * Math.floor(i / cols);
      const lng = westCentre + stepDeg * (i % cols);
      return hasValue(lat, lng) ? field(month)(lat, lng) : Number.NaN;
    });
    const path = join(folder, files.replace('{month}', String(month + 1).padStart(2, '0')));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, geotiffBytes(FRAME, pixels));
  }
}

/** A NetCDF file of fields every quarter of a degree from 54 N to its north, with the first days of its months. */
function netcdf(
  variable: string,
  units: string,
  times: readonly [year: number, month: number][],
  north: number,
  field: (month: number) => Field,
): Uint8Array {
  const lats = Array.from({ length: (north - 54) * 4 }, (_, i) => 54.125 + i / 4);
  const lngs = Array.from({ length: 64 }, (_, i) => 9.625 + i / 4);
  const values = times.flatMap(([, month]) =>
    lats.flatMap((lat) => lngs.map((lng) => field(month)(lat, lng))),
  );
  const days = times.map(([year, month]) => Date.UTC(year, month) / 86_400_000);
  return classicFile(
    { time: times.length, lat: lats.length, lon: lngs.length },
    {
      ...axis('time', days, { units: 'days since 1970-01-01' }),
      ...axis('lat', lats, { units: 'degrees_north' }),
      ...axis('lon', lngs, { units: 'degrees_east' }),
      [variable]: { dimensions: ['time', 'lat', 'lon'], attributes: { units }, values },
    },
  );
}

const TIMES = [2001, 2002].flatMap((year) =>
  MONTHS.map((month): [number, number] => [year, month]),
);
const watts = (month: number) => (lat: number, lng: number) =>
  (plausibleGhi(month)(lat, lng) * 1000) / 24 / DAYS[month];
const joules = (month: number) => (lat: number, lng: number) =>
  (plausibleGhi(month)(lat, lng) * 3.6e6) / DAYS[month];
const celsius = (month: number) => () => 7 - 9 * Math.cos(((month - 0.2) * Math.PI) / 6);
const kelvin = (month: number) => () => celsius(month)() + 273.15;

function writeSarah(): void {
  const files = TIMES.map(([year, month]) => {
    const name = `SISmm${year}${String(month + 1).padStart(2, '0')}010000004231000101MA.nc`;
    return [name, netcdf('SIS', 'W m-2', [[year, month]], NORTH_OF_SARAH, watts)] as const;
  });
  writeFileSync(join(folder, 'sarah.zip'), zipSync(Object.fromEntries(files), { level: 1 }));
}

function writeEra5(): void {
  const zip = zipSync(
    {
      'data_stream-moda_stepType-avgad.nc': netcdf('ssrd', 'J m**-2', TIMES, 70, joules),
      'data_stream-moda_stepType-avgua.nc': netcdf('t2m', 'K', TIMES, 70, kelvin),
    },
    { level: 1 },
  );
  writeFileSync(join(folder, 'era5.zip'), zip);
}

const ANCHOR = { name: 'x', tilt: 40, azimuth: 180, annual_kwh_kwp: 900, source: 'made up' };

test('PVGIS 5.3 by MRcalc: SARAH3 to 65 N, ERA5 beyond, and nothing over the sea', async () => {
  const recipe = recipeOf('PVGIS 5.3 by MRcalc');
  for (const [database, north] of [
    ['sarah3', NORTH_OF_SARAH],
    ['era5', 90],
  ] as const) {
    const path = `real-sources/pvgis/${database}`;
    // MRcalc has no values over the sea.
    const hasValue = (lat: number, lng: number) => lat <= north && covers(sweden, lat, lng);
    writeTiffs(`${path}/ghi_{month}.tif`, plausibleGhi, hasValue);
    writeTiffs(`${path}/kd_{month}.tif`, () => () => 0.5, hasValue);
    writeTiffs(`${path}/t2m_{month}.tif`, celsius, hasValue);
  }
  const text = await validated(recipe);
  assert.match(text, /temperature, °C/);
  assert.match(text, /^Valid: .* filled from the nearest/m);
  await assert.rejects(
    validated({ ...recipe, sources: recipe.sources.slice(0, 1) }),
    /do not cover the area/,
  );
  const anchored = (lat: number) =>
    validated({ ...recipe, anchors: [{ ...ANCHOR, lat, lng: 18 }] });
  assert.match(await anchored(59.3), /^Anchors scale all yields by \d\.\d{3}\.$/m);
  await assert.rejects(anchored(50), /Anchor "x" at 50, 18 has no cell/);
  const own = JSON.parse(readFileSync(join(FIXTURES, 'real-sources/recipe.json'), 'utf8'));
  const rasters = ({ ghi, diffuse_fraction, temperature }: Recipe['sources'][number]) =>
    JSON.stringify([ghi, diffuse_fraction, temperature]).replaceAll('real-sources/', '');
  assert.deepEqual(recipe.sources.map(rasters), own.sources.map(rasters));
});

test('SARAH-3 monthly means: a file a month in an archive, to 65 N, alone or before ERA5', async () => {
  writeSarah();
  writeEra5();
  const sarah = recipeOf('SARAH-3 monthly means');
  assert.match(await validated(sarah), /^Valid: /m);
  const whole: Recipe = { ...sarah, grid: { step_deg: 0.25 } };
  await assert.rejects(validated(whole), /do not cover the area/);
  const { sources } = recipeOf('ERA5 monthly means from Copernicus');
  const both = await validated({ ...whole, sources: [...sarah.sources, ...sources] });
  assert.match(both, /^Valid: /m);
});

test('ERA5 monthly means: joules of a mean day, and kelvin', async () => {
  writeEra5();
  assert.match(await validated(recipeOf('ERA5 monthly means from Copernicus')), /^Valid: /m);
});

test('GeoTIFFs of anyone', async () => {
  writeTiffs('own/ghi_{month}.tif', plausibleGhi, () => true);
  assert.match(await validated(recipeOf('Your own GeoTIFFs')), /^Valid: /m);
});
