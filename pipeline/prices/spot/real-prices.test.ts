import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { localDay } from '#common/stockholm-time.ts';
import { publishedProfile } from '../../../fixtures/spot/spot-archive.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { PROJECT } from '../../files/file-record.ts';
import { parseCsv } from './csv-table.ts';
import { inSekPerKwh } from './exchange-rates.ts';
import { hourlyMeans } from './hourly-series.ts';
import { readPriceCsv } from './price-csv.ts';
import { priceFile } from './prices.test-kit.ts';
import { monthHourProfile, readSpotYear } from './read-spot-year.ts';

/** The market's real prices, which may not be copied into the project. See fixtures/spot/README.md. */
const FOLDER = join(PROJECT, '..', 'shared', 'spot');
const YEAR_2025 = 'spot_2025_sek_per_kwh.csv';
const QUARTERS = 'spot_2025q4_15min_eur_per_mwh.csv';
const skip = existsSync(join(FOLDER, YEAR_2025)) ? false : `no real prices in ${FOLDER}`;

/** Asserts the published means of the months from one on, counted from 0, to 1e-4 SEK/kWh. */
function assertPublished(sekPerKwh: Float64Array, fromMonth: number): void {
  publishedProfile().forEach((published, i) => {
    if (Math.floor(i / 24) % 12 < fromMonth) return;
    const off = Math.abs(sekPerKwh[i] - published);
    assert.ok(off <= 1e-4, `[${i}]: ${sekPerKwh[i]}, published ${published}`);
  });
}

test('the real hours of 2025 give the published profile', { skip }, async () => {
  const recipe = { feed: 'csv', files: YEAR_2025, year: 2025 } as const;
  const { profile, gaps } = await readSpotYear(recipe, FOLDER);
  assertPublished(profile.sekPerKwh, 0);
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

test('the real quarter hours of 2025 give its fourth quarter', { skip }, () => {
  const file = (name: string) => priceFile(name, readFileSync(join(FOLDER, name), 'utf8'));
  const { header, rows } = parseCsv(file(YEAR_2025));
  const rateColumn = header.indexOf('sek_per_eur');
  const rates = new Map(
    rows.map(({ cells }) => [localDay(Date.parse(cells[0])), Number(cells[rateColumn])]),
  );
  const prices = readPriceCsv(file(QUARTERS)).map((quoted) =>
    inSekPerKwh(quoted, rates, new Set()),
  );
  assert.equal(prices.length, 4 * 8836);
  const { sekPerKwh, hoursMissing } = monthHourProfile(hourlyMeans(prices, 2025));
  assertPublished(sekPerKwh, 9);
  for (let area = 0; area < 4; area++) {
    assert.deepEqual([...hoursMissing.subarray(area * 12 + 9, area * 12 + 12)], [0, 0, 0]);
  }
});
