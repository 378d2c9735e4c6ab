import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MrcalcAnswer } from '../../schemas/types.ts';
import { mrcalcMeans } from './mrcalc-means.ts';

const SOURCE = { base_url: 'https://x.org', raddatabase: 'PVGIS-SARAH3', path: 'p' };

type Row = MrcalcAnswer['outputs']['monthly'][number];

/** Two years: irradiation 10 x month in the first and 30 x month in the second. */
function twoYears(): Row[] {
  return [2019, 2020].flatMap((year, i) =>
    Array.from({ length: 12 }, (_, m) => ({
      year,
      month: m + 1,
      'H(h)_m': (i === 0 ? 10 : 30) * (m + 1),
      Kd: i === 0 ? 0.8 : 0.4,
      T2m: i === 0 ? -5 : 3,
    })),
  );
}
const answer = (monthly: Row[], radiation_db = 'PVGIS-SARAH3') => ({
  inputs: { meteo_data: { radiation_db }, location: { latitude: 59 } },
  outputs: { monthly },
  meta: {},
});

test('irradiation and temperature are means, the diffuse share that of all irradiation', () => {
  const means = mrcalcMeans(answer(twoYears()), SOURCE);
  assert.deepEqual(
    Array.from(means.ghiKwhM2),
    [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240],
  );
  assert.deepEqual(Array.from(means.temperatureC), Array(12).fill(-1));
  // (0.8 x 10 + 0.4 x 30) / 40
  for (const kd of means.diffuseFraction) assert.ok(Math.abs(kd - 0.5) < 1e-12);
});

test('a month without light has no diffuse share', () => {
  const rows = twoYears().map((row) =>
    row.month === 12 ? { ...row, 'H(h)_m': 0, Kd: null } : row,
  );
  const { ghiKwhM2, diffuseFraction } = mrcalcMeans(answer(rows), SOURCE);
  assert.equal(ghiKwhM2[11], 0);
  assert.ok(Number.isNaN(diffuseFraction[11]));
});

test('a year whose ratio is unknown says nothing about the share', () => {
  const rows = twoYears().map((row) => (row.year === 2019 ? { ...row, Kd: null } : row));
  const { diffuseFraction } = mrcalcMeans(answer(rows), SOURCE);
  for (const kd of diffuseFraction) assert.ok(Math.abs(kd - 0.4) < 1e-12);
});

test('a missing or double month is refused', () => {
  const rows = twoYears();
  assert.throws(
    () => mrcalcMeans(answer(rows.slice(1)), SOURCE),
    /23 different months in 23 rows from 2019 to 2020, expected each of 24 once/,
  );
  assert.throws(
    () => mrcalcMeans(answer([rows[1], ...rows.slice(1)]), SOURCE),
    /23 different months in 24 rows/,
  );
});

test('another database or other years than requested are refused', () => {
  assert.throws(() => mrcalcMeans(answer(twoYears(), 'PVGIS-ERA5'), SOURCE), /is of PVGIS-ERA5/);
  const requested = { ...SOURCE, start_year: 2019, end_year: 2021 };
  assert.throws(
    () => mrcalcMeans(answer(twoYears()), requested),
    /2019 to 2020, expected 2019 to 2021/,
  );
});

test('a value that cannot be right is refused by its field', () => {
  const rows = twoYears();
  rows[0]['H(h)_m'] = 4000;
  assert.throws(() => mrcalcMeans(answer(rows), SOURCE), /monthly\[0\]\.H\(h\)_m" is 4000/);
  assert.throws(() => mrcalcMeans({ message: 'odd' }, SOURCE), /"outputs" is missing/);
});
