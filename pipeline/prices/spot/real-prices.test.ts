import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { publishedProfile } from '../../../fixtures/spot/spot-archive.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { parseCsv } from './csv-table.ts';
import { priceFile } from './prices.test-kit.ts';
import { readSpotYear } from './read-spot-year.ts';

/** The market's real prices, which may not be copied into the project. See fixtures/spot/README.md. */
const FOLDER = join(PROJECT, '..', 'shared', 'spot');
const YEAR_2025 = 'spot_2025_sek_per_kwh.csv';
const skip = existsSync(join(FOLDER, YEAR_2025)) ? false : `no real prices in ${FOLDER}`;

test('the real hours of 2025 give the published profile', { skip }, async () => {
  const recipe = { feed: 'csv', files: YEAR_2025, year: 2025 } as const;
  const { profile, gaps } = await readSpotYear(recipe, FOLDER);
  publishedProfile().forEach((published, i) => {
    const off = Math.abs(profile.sekPerKwh[i] - published);
    assert.ok(off <= 1e-4, `[${i}]: ${profile.sekPerKwh[i]}, published ${published}`);
  });
  assert.deepEqual(gaps, []);
});

test('the real hours of 2024, a leap year, give their means by month and clock hour', {
  skip,
}, async () => {
  const files = 'spot_2024_sek_per_kwh.csv';
  const { profile, hours } = await readSpotYear({ feed: 'csv', files, year: 2024 }, FOLDER);
  const { header, rows } = parseCsv(priceFile(files, readFileSync(join(FOLDER, files), 'utf8')));
  const columns = PRICE_AREAS.map((area) => header.indexOf(`${area}_sek_per_kwh`));
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Stockholm',
    month: 'numeric',
    hour: 'numeric',
  });
  const sums = new Map<string, { sek: number; hours: number }>();
  for (const { cells } of rows) {
    const parts = local.formatToParts(new Date(cells[0]));
    const [month, hour] = ['month', 'hour'].map((type) =>
      Number(parts.find((part) => part.type === type)?.value),
    );
    columns.forEach((column, area) => {
      const key = (area * 12 + month - 1) * 24 + hour;
      const sum = sums.get(String(key)) ?? { sek: 0, hours: 0 };
      sums.set(String(key), { sek: sum.sek + Number(cells[column]), hours: sum.hours + 1 });
    });
  }
  assert.equal(sums.size, 4 * 12 * 24);
  for (const [key, { sek, hours: count }] of sums) {
    assert.ok(Math.abs(profile.sekPerKwh[Number(key)] - sek / count) <= 1e-4, key);
  }
  assert.deepEqual(Array.from(profile.hoursUsed.subarray(0, 2)), [744, 29 * 24]);
  assert.equal(hours?.sekPerKwh.length, 4 * 8760);
});
