/** The spread between the years of a source's own files, from the rasters to the artifact. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deviation, mean } from 'd3-array';
import { readPvYield } from '../../schemas/codec/read-artifact.ts';
import { asciiGrid, plausibleGhi, SMALL_FRAME, smallRecipe } from '../dataset/dataset.test-kit.ts';
import { cellPlaces } from '../dataset/dataset-figures.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { buildDatasetOf, buildJob } from '../versions/build-job.ts';

const YEARS = [2001, 2010] as const;
/** How much brighter each year is, %. Eastern cells have it twice. */
const OFF_PCT = [3, -4, 1, 0, -2, 6, -5, 2, -1, 0];
const MIDDLE_LNG = 13.9;

const factor = (i: number, lng: number) => 1 + (OFF_PCT[i] / 100) * (lng > MIDDLE_LNG ? 2 : 1);

/** A grid file for each month of each year. */
function writeYears(folder: string): void {
  OFF_PCT.forEach((_, i) => {
    for (let month = 0; month < 12; month++) {
      const usual = plausibleGhi(month);
      const name = `ghi_${YEARS[0] + i}_${String(month + 1).padStart(2, '0')}.asc`;
      const text = asciiGrid(SMALL_FRAME, (lat, lng) => usual(lat, lng) * factor(i, lng));
      writeFileSync(join(folder, name), text);
    }
  });
}

test('ten years of files give each cell their mean and its own spread', async () => {
  const folder = testFolder();
  const out = join(folder, 'out');
  mkdirSync(out);
  writeYears(folder);
  const recipe = smallRecipe();
  recipe.grid.coverage = 'data';
  recipe.sources[0].ghi = { files: 'ghi_{year}_{month}.asc', unit: 'kWh/m2', years: [...YEARS] };
  recipe.interannual = { ghi_years: { source: 'Made up, 2001 to 2010' } };
  writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe));
  await buildDatasetOf(
    await buildJob(join(folder, 'recipe.json'), { out, workers: 1, force: false }),
  );
  const built = await readPvYield(join(out, 'pv-yield.bin'));
  assert.ok(built.ghi_annual_sd_pct && built.ghi_monthly_sd_pct);
  assert.equal(built.header.interannual?.years, 10);
  for (const { cell, lat, lng } of cellPlaces(built)) {
    const factors = OFF_PCT.map((_, i) => factor(i, lng));
    const meanFactor = mean(factors) ?? Number.NaN;
    const sdPct = (100 * (deviation(factors) ?? Number.NaN)) / meanFactor;
    // The text grids have four decimals of the darkest month's 10 kWh/m2.
    const assertNear = (found: number, expected: number, what: string) =>
      assert.ok(Math.abs(found / expected - 1) < 1e-4, `${lat} ${lng}, ${what}: ${found}`);
    assertNear(built.ghi_annual_sd_pct?.[cell] ?? 0, sdPct, 'year');
    for (let month = 0; month < 12; month++) {
      const months = built.ghi_monthly_sd_pct?.[cell * 12 + month] ?? 0;
      assertNear(months, sdPct, `month ${month + 1}`);
      const ghiKwhM2 = plausibleGhi(month)(lat, lng) * meanFactor;
      assertNear(built.ghi[cell * 12 + month], ghiKwhM2, `mean of month ${month + 1}`);
    }
  }
});
