import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { planeAt } from '../../schemas/codec/axes.ts';
import { annualYield } from '../../schemas/codec/cell-records.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../../schemas/codec/read-artifact.ts';
import type { Recipe } from '../../schemas/types.ts';
import { answerCell } from '../accuracy/cell-answer.ts';
import { accuracyMeter } from '../accuracy/dataset-accuracy.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { findClimateFiles } from '../rasters/climate-files.ts';
import { assertClose } from '../test/assert-close.ts';
import { buildDataset } from './build-dataset.ts';
import { kernelPool } from './cube/kernel-pool.ts';
import {
  asciiGrid,
  type Field,
  plausibleGhi,
  SMALL_FRAME,
  smallRecipe,
  writeMonths,
} from './dataset.test-kit.ts';
import { cellPlaces } from './dataset-figures.ts';

/** Where SARAH3 and ERA5 overlap. */
const NORTHERN_FRAME = { west: 14, north: 64.5, stepDeg: 0.25, cols: 17, rows: 19 };

const root = testFolder();
const inputs = join(root, 'inputs');
const pool = await kernelPool(1);
const measureAccuracy = accuracyMeter(pool);
/** The small dataset as it is. */
let usual: PvYieldArtifact;

before(async () => {
  writeMonths(inputs, 'ghi', plausibleGhi);
  usual = await built(smallRecipe(), inputs, join(root, 'usual.bin'));
});

async function build(
  recipe: Recipe,
  folder: string,
  path: string,
  workers = pool,
): Promise<Buffer> {
  const run = { pool: workers, progress: () => {}, measureAccuracy };
  const files = await findClimateFiles(recipe, folder);
  await buildDataset(recipe, files, path, run);
  return readFileSync(path);
}

async function built(recipe: Recipe, folder: string, path: string): Promise<PvYieldArtifact> {
  await build(recipe, folder, path);
  return readPvYield(path);
}

/** A copy of the small dataset's rasters with some months replaced. */
function variant(name: string, months: Record<number, Field>): string {
  const folder = join(root, name);
  cpSync(inputs, folder, { recursive: true });
  for (const [month, field] of Object.entries(months)) {
    const file = `ghi_${month.padStart(2, '0')}.asc`;
    writeFileSync(join(folder, file), asciiGrid(SMALL_FRAME, field));
  }
  return folder;
}

async function buildError(folder: string, recipe = smallRecipe()): Promise<string> {
  const path = join(root, 'refused.bin');
  const error = await build(recipe, folder, path).then(
    () => assert.fail('the build succeeded'),
    (reason: Error) => reason,
  );
  assert.ok(!existsSync(path) && !existsSync(`${path}.part`), 'something was left behind');
  return error.message;
}

test('one worker and three give the same bytes', async () => {
  const threads = await kernelPool(3);
  const three = await build(smallRecipe(), inputs, join(root, 'three.bin'), threads);
  await threads.close();
  assert.ok(three.equals(readFileSync(join(root, 'usual.bin'))));
});

test('every cell of the artifact is what the cell question answers, to half a count', async () => {
  const artifact = usual;
  const places = cellPlaces(artifact);
  const { values, first, stride } = artifact.yield;
  for (const { cell, lat, lng } of places) {
    const ghi = Array.from({ length: 12 }, (_, month) =>
      Number(plausibleGhi(month)(lat, lng).toFixed(4)),
    );
    ghi.forEach((value, m) => {
      assert.equal(artifact.ghi[cell * 12 + m], Math.fround(value));
    });
    const answer = answerCell({ lat, ghi_kwh_m2: ghi });
    for (const [t, a] of [
      [0, 0],
      [8, 18],
      [9, 9],
      [18, 3],
    ]) {
      for (let month = 0; month < 12; month++) {
        const scale = artifact.yield_scale[cell * 12 + month];
        const found = values[first + cell * stride + (t * 19 + a) * 12 + month] * scale;
        assert.ok(Math.abs(found - answer.yield_kwh_kwp[month][t][a]) <= scale * 0.5001);
      }
    }
  }
  assert.equal(places.length, artifact.header.cells);
  assert.ok(places.length > 20);
});

test('0 in June, as a mask that was not read leaves it, is named with its place', async () => {
  const folder = variant('zero-june', {
    6: (lat, lng) => (lat === 56.5 && lng === 13.75 ? 0 : plausibleGhi(5)(lat, lng)),
  });
  assert.match(
    await buildError(folder),
    /ghi_06\.asc, band 1: GHI is 0\.0 kWh\/m2 in month 6 at 56\.5 N 13\.75 E, expected 51\.\d \(under clouds all month\) to 3\d\d\.\d .*how it marks missing pixels/,
  );
});

test('a dark year is refused until the recipe says why it is right, and the header keeps the reason', async () => {
  const dark = Object.fromEntries(
    Array.from({ length: 12 }, (_, month): [number, Field] => [
      month + 1,
      (lat, lng) => 0.75 * plausibleGhi(month)(lat, lng),
    ]),
  );
  const folder = variant('dark-year', dark);
  const recipe = smallRecipe();
  assert.match(await buildError(folder), /month 1 has a mean of .* "accept_range": \{"reason"/);
  recipe.sources[0].ghi.accept_range = { reason: 'The made-up year 1816 alone.' };
  recipe.sources[0].ghi.accept_pixels = { reason: 'Volcanoes.' };
  const { header } = await built(recipe, folder, join(root, 'dark.bin'));
  const radiation_db = 'RADDB-SARAH3';
  assert.deepEqual(header.accepted_ranges, [
    { radiation_db, reason: 'The made-up year 1816 alone.' },
  ]);
  assert.deepEqual(header.accepted_pixels, [{ radiation_db, reason: 'Volcanoes.' }]);
  assert.equal('accepted_ranges' in usual.header || 'accepted_pixels' in usual.header, false);
});

test('rasters that end inside the covered area are named with the first place they lack', async () => {
  const folder = join(root, 'short');
  writeMonths(folder, 'ghi', plausibleGhi, { ...SMALL_FRAME, north: 56.5, rows: 7 });
  assert.match(
    await buildError(folder),
    /do not cover the area: \d+\.\d\d % .* first at 56\.\d\d N 1\d\.\d\d E.*ghi_01\.asc, band 1.*expected all twelve months/,
  );
});

test('a single month with a hole leaves its cells without a source, and is named', async () => {
  const hole: Field = (lat, lng) => (lat > 56.6 ? Number.NaN : plausibleGhi(7)(lat, lng));
  const message = await buildError(variant('hole', { 8: hole }));
  assert.match(message, /Found no value there in \S*ghi_08\.asc, band 1, expected/);
});

/** West of 13.6 E, and north of it at 57 N, there is sea. */
const isLand = (lat: number, lng: number) => lng > 13.6 && lat < 56.9;
const onLand =
  (field: Field): Field =>
  (lat, lng) =>
    isLand(lat, lng) ? field(lat, lng) : Number.NaN;

test('rasters of land only are filled as far as the recipe allows, and the message offers it', async () => {
  const folder = join(root, 'land');
  writeMonths(folder, 'ghi', (month) => onLand(plausibleGhi(month)));
  writeMonths(folder, 't2m', (month) => onLand((_, lng) => 6 - Math.abs(month - 6) + lng / 10));
  const recipe = smallRecipe();
  recipe.sources[0].temperature = { files: 't2m_{month}.asc', unit: '°C' };
  const offer =
    /let cells without data take the nearest one's values \("fill_sea_km": \d\d in the recipe/;
  assert.match(await buildError(folder, recipe), offer);
  assert.match(await buildError(folder, { ...recipe, fill_sea_km: 20 }), offer);
  const filled = await built({ ...recipe, fill_sea_km: 70 }, folder, join(root, 'filled.bin'));
  assert.deepEqual(filled.cell_index, usual.cell_index);
  let count = 0;
  for (const { cell, lat, lng } of cellPlaces(filled)) {
    const [nearLat, nearLng] = [Math.min(lat, 56.75), Math.max(lng, 13.75)];
    if (!isLand(lat, lng)) count++;
    const ghi = plausibleGhi(6)(nearLat, nearLng);
    assert.ok(Math.abs(filled.ghi[cell * 12 + 6] - ghi) < 1e-3, `${lat} ${lng}`);
    assert.ok(Math.abs(filled.temperature[cell * 12 + 6] - (6 + nearLng / 10)) < 1e-3);
  }
  assert.ok(count > 5);
  assert.equal(filled.header.filled_cells, count);
  assert.equal('filled_cells' in usual.header, false);
});

test('a raster of nothing but nodata is named, and the old artifact stays as it was', async () => {
  const path = join(root, 'kept.bin');
  cpSync(join(root, 'usual.bin'), path);
  await assert.rejects(
    build(smallRecipe(), variant('nodata', { 2: () => Number.NaN }), path),
    /ghi_02\.asc, band 1: has no value at any of the needed cells: of \d+ pixels there, nodata \(-9999\) hides \d+\. Check/,
  );
  assert.ok(readFileSync(path).equals(readFileSync(join(root, 'usual.bin'))));
});

/** The small recipe with sources of rasters `sarah_{month}.asc` and `era_{month}.asc`. */
function twoSources(): Recipe {
  const [source] = smallRecipe().sources;
  const ghi = (files: string) => ({ files, unit: 'kWh/m2' }) as const;
  const sources: Recipe['sources'] = [
    { ...source, ghi: ghi('sarah_{month}.asc') },
    { ...source, radiation_db: 'RADDB-ERA5', ghi: ghi('era_{month}.asc') },
  ];
  return { ...smallRecipe(), sources };
}

test('a cell takes the first source that has all months there, and says which', async () => {
  const folder = join(root, 'two-sources');
  const south: Field = (lat) => (lat < 56.5 ? 1 : Number.NaN);
  writeMonths(folder, 'sarah', (m) => (lat, lng) => plausibleGhi(m)(lat, lng) * south(lat, lng));
  writeMonths(folder, 'era', (m) => (lat, lng) => 1.05 * plausibleGhi(m)(lat, lng));
  const artifact = await built(twoSources(), folder, join(root, 'sources.bin'));
  assert.deepEqual(artifact.header.radiation_dbs, ['RADDB-SARAH3', 'RADDB-ERA5']);
  for (const { cell, lat, lng } of cellPlaces(artifact)) {
    assert.equal(artifact.radiation_db[cell], lat < 56.5 ? 0 : 1);
    const factor = lat < 56.5 ? 1 : 1.05;
    const expected = factor * plausibleGhi(6)(lat, lng);
    assert.ok(Math.abs(artifact.ghi[cell * 12 + 6] - expected) < 1e-3);
  }
});

const ANCHOR = { tilt: 40, azimuth: 180, source: 'made up' };

test('anchors scale all yields by the median ratio of theirs to the modelled ones', async () => {
  const { lat, lng } = cellPlaces(usual)[10];
  const ghi = Array.from({ length: 12 }, (_, m) => Number(plausibleGhi(m)(lat, lng).toFixed(4)));
  const answer = answerCell({ lat, ghi_kwh_m2: ghi });
  const modelled = answer.yield_kwh_kwp.reduce((sum, month) => sum + month[8][18], 0);
  const anchors = [0.5, 1.04, 1.06].map((ratio) => ({
    ...ANCHOR,
    ...{ name: 'x', lat, lng },
    annual_kwh_kwp: ratio * modelled,
  }));
  const scaled = await built({ ...smallRecipe(), anchors }, inputs, join(root, 'scaled.bin'));
  assert.ok(Math.abs(scaled.header.model.anchor_scale - 1.04) < 1e-9);
  assert.ok(Math.abs(scaled.optimum_yield[10] / usual.optimum_yield[10] - 1.04) < 1e-6);
  for (let at = 0; at < 361; at++) {
    const [a, b] = [scaled.poa, usual.poa].map(({ values, first }) => values[first + at]);
    assert.equal(a, b);
  }
});

test('anchors see the irradiation after the ERA5 correction', async () => {
  const folder = join(root, 'corrected');
  writeMonths(
    folder,
    'sarah',
    (m) => (lat, lng) => (lat < 62.5 ? plausibleGhi(m)(lat, lng) : Number.NaN),
    NORTHERN_FRAME,
  );
  writeMonths(folder, 'era', (m) => (lat, lng) => plausibleGhi(m)(lat, lng) / 1.1, NORTHERN_FRAME);
  const recipe = {
    ...twoSources(),
    grid: { step_deg: 0.25, bbox: [15, 61, 17, 63.6] },
    era5_correction: true,
  };
  const artifact = await built(recipe, folder, join(root, 'corrected.bin'));
  artifact.header.era5_correction?.forEach((factor, month) => {
    // The last digit of the grids' text is all that is between them. Dim months are left unchanged.
    if (factor !== 1) assert.ok(Math.abs(factor - 1.1) < 1e-3, `month ${month}: ${factor}`);
  });
  const { cell, lat, lng } =
    cellPlaces(artifact).find((place) => place.lat === 63.25 && place.lng > 16) ?? assert.fail();
  assert.equal(artifact.era5_corrected[cell], 1);
  const annual_kwh_kwp = annualYield(artifact, cell, planeAt(40, 180));
  const anchor = { ...ANCHOR, name: 'itself', lat, lng, annual_kwh_kwp };
  const anchors = [anchor];
  const anchored = await built({ ...recipe, anchors }, folder, join(root, 'anchored.bin'));
  assertClose(anchored.header.model.anchor_scale, 1, 1e-4);
});
