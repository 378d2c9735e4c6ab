import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deviation, mean } from 'd3-array';
import { PROJECT } from '../../schemas/project.ts';
import type { InterannualPlaces } from '../../schemas/types.ts';
import { smallRecipe } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import {
  findInterannual,
  loadInterannualPlaces,
  spreadAtLatitude,
  spreadOnGrid,
} from './interannual.ts';

const FILE = join(PROJECT, 'fixtures', 'interannual.json');
const { places, years } = loadInterannualPlaces(FILE);
const folder = testFolder();

test('the spread is the published one at a place, linear between two and constant beyond the outermost', () => {
  const [malmo, stockholm] = places;
  const middle = spreadAtLatitude(places, (malmo.lat + stockholm.lat) / 2);
  assert.ok(Math.abs(middle.annualPct - (3.71 + 4.21) / 2) < 1e-12);
  assert.ok(Math.abs(middle.monthlyPct[0] - (14.6 + 11.8) / 2) < 1e-12);
  for (const [lat, { annual_sd_pct, monthly_sd_pct }] of [
    [50, malmo],
    [stockholm.lat, stockholm],
    [69, places[3]],
  ] as const) {
    const published = { annualPct: annual_sd_pct, monthlyPct: monthly_sd_pct };
    assert.deepEqual(spreadAtLatitude(places, lat), published);
  }
});

test('the standard deviation of the published years, with n - 1, is the published one', () => {
  for (const place of places) {
    const kwhM2 = Object.values(place.ghi_annual_by_year ?? {});
    assert.equal(kwhM2.length, years);
    const meanKwhM2 = mean(kwhM2) ?? Number.NaN;
    const sdKwhM2 = deviation(kwhM2) ?? Number.NaN;
    assert.ok(Math.abs(meanKwhM2 - (place.ghi_annual_kwh_m2 ?? 0)) <= 0.0501, place.name);
    assert.ok(Math.abs(sdKwhM2 - (place.ghi_annual_sd_kwh_m2 ?? 0)) <= 0.0501, place.name);
    assert.ok(Math.abs((100 * sdKwhM2) / meanKwhM2 - place.annual_sd_pct) <= 0.00501, place.name);
  }
});

test('of the 64 published years about a tenth lie below the P90 and about a tenth above the P10', () => {
  const beyond = places.map(({ ghi_annual_by_year = {}, annual_sd_pct }) => {
    const kwhM2 = Object.values(ghi_annual_by_year);
    const middle = mean(kwhM2) ?? Number.NaN;
    const reach = (1.2816 * annual_sd_pct * middle) / 100;
    const below = kwhM2.filter((year) => year < middle - reach).length;
    return { below, above: kwhM2.filter((year) => year > middle + reach).length };
  });
  const sum = (side: 'below' | 'above') => beyond.reduce((total, place) => total + place[side], 0);
  // A tenth of 64 is 6.4. The four places share their weather, so that 16 years are what is known.
  assert.ok(sum('below') >= 2 && sum('below') <= 11, `${sum('below')} below`);
  assert.ok(sum('above') >= 2 && sum('above') <= 11, `${sum('above')} above`);
});

test('two places at one latitude and a month that is missing are refused by file and field', () => {
  const record: InterannualPlaces = JSON.parse(readFileSync(FILE, 'utf8'));
  const path = join(folder, 'interannual.json');
  const refuse = (changed: object, reason: RegExp) => {
    writeFileSync(path, JSON.stringify({ ...record, ...changed }));
    assert.throws(() => loadInterannualPlaces(path), reason);
  };
  const [first, second] = record.places;
  refuse({ places: [first, { ...second, lat: first.lat }] }, /Luleå and Sundsvall at one latitude/);
  const short = { ...first, monthly_sd_pct: first.monthly_sd_pct.slice(1) };
  refuse(
    { places: [short] },
    /interannual\.json.*monthly_sd_pct.*has 11 items, expected exactly 12/,
  );
  const share = { ...first, annual_sd_pct: 0.0384 };
  refuse({ places: [share] }, /annual_sd_pct.*is 0.0384, expected a number from 0.3 to 30/);
});

test('the spread of a source’s own years is each cell’s, the first source’s that has some there', () => {
  const grid = { stepDeg: 0.25, firstRow: 240, firstCol: 60, rows: 1, cols: 3 };
  const years = (count: number, ...annual: number[]) => {
    const annualPct = Float64Array.from(annual);
    return { ghiYears: { count, spread: { annualPct, monthlyPct: Array(12).fill(annualPct) } } };
  };
  const files = { ghiYears: { source: 'years' } };
  const sources = [
    { ghiYears: { count: 1, spread: null } },
    years(30, 3, 4, Number.NaN),
    years(20, 7, 8, 9),
  ];
  const found = spreadOnGrid(files, grid, sources);
  assert.equal(found.years, 20);
  assert.deepEqual([...found.annualSdPct.values], [3, 4, 9]);
  assert.deepEqual([...found.monthlySdPct[11].values], [3, 4, 9]);
});

test('a spread of years is refused where no source has two', () => {
  const recipe = { ...smallRecipe(), interannual: { ghi_years: { source: 'years' } } };
  assert.throws(() => findInterannual(recipe, folder, [0, 1]), /no source has several years/);
  assert.deepEqual(findInterannual(recipe, folder, [0, 2]), { ghiYears: { source: 'years' } });
});
