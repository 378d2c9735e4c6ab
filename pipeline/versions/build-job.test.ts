import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';
import { MARKET_RECORDS, smallPrices, writeSmallRecipe } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { buildDatasetOf, buildJob } from './build-job.ts';

const HOUR_MS = 3_600_000;
const folder = testFolder();
const spot = join(folder, 'spot.csv');
const tariffs = join(folder, MARKET_RECORDS.tariffs);
const recipe = join(folder, 'recipe.json');

/** A year of hours at one price, with some lines more. */
function writeSpot(...more: string[]): void {
  const lines = ['timestamp_utc,SE1_sek_per_kwh,SE2_sek_per_kwh,SE3_sek_per_kwh,SE4_sek_per_kwh'];
  for (let at = Date.UTC(2024, 11, 31, 23); at < Date.UTC(2025, 11, 31, 23); at += HOUR_MS) {
    lines.push(`${new Date(at).toISOString().slice(0, 16)}Z,0.4,0.4,0.6,0.7`);
  }
  writeFileSync(spot, [...lines, ...more].join('\n'));
}

async function build(): Promise<void> {
  await buildDatasetOf(
    await buildJob(recipe, { out: join(folder, 'out'), workers: 1, force: true }),
  );
}

test('faults of prices and market records are reported before a raster is read', async () => {
  writeSmallRecipe(folder, { prices: smallPrices() });
  for (const path of Object.values(MARKET_RECORDS)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(PROJECT, 'fixtures', path), join(folder, path));
  }
  writeSpot();
  const june = join(folder, 'ghi_06.asc');
  writeFileSync(june, readFileSync(june, 'utf8').slice(0, 500));
  await assert.rejects(build(), /ghi_06\.asc/);

  writeSpot('2025-06-01T00:00Z,1,1,x,1');
  await assert.rejects(build(), /spot\.csv/);

  writeSpot();
  writeFileSync(tariffs, readFileSync(tariffs, 'utf8').replace('19.96', '"19.96"'));
  await assert.rejects(build(), /tariffs\.json: ".*" is "19\.96", expected a number/);
});
