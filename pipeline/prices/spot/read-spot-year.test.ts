import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { group } from 'd3-array';
import { zipSync } from 'fflate';
import { HOUR_MS, hoursInYear, localDay, localYearStartMs } from '#clock/stockholm-time.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import recipeSchema from '../../../schemas/data/recipe.schema.json' with { type: 'json' };
import { PROJECT } from '../../../schemas/project.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import { testFolder } from '../../files/folder.test-kit.ts';
import { hourlyMeans } from './hourly-series.ts';
import { yearOfPrices } from './prices.test-kit.ts';
import { monthHourProfile, readSpotYear, spotPaths } from './read-spot-year.ts';

const folder = testFolder();

const YEAR = 2025;
const RATE = 10;
const HOURS = hoursInYear(YEAR);
const starts = Array.from({ length: HOURS }, (_, hour) => localYearStartMs(YEAR) + hour * HOUR_MS);
const days = [...new Set(starts.map(localDay))];
const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;

/** EUR/MWh, another level in each area. In SEK/kWh at the test's rate 0.2, 0.3, 0.4 and 0.5. */
const eurPerMwh = (area: PriceArea) => 10 * (PRICE_AREAS.indexOf(area) + 2);

function assertLevels(profile: { sekPerKwh: Float64Array }): void {
  profile.sekPerKwh.forEach((price, i) => {
    const expected = 0.2 + 0.1 * Math.floor(i / 288);
    if (Math.abs(price - expected) > 1e-12) assert.fail(`[${i}]: ${price}, not ${expected}`);
  });
}

/** An area's answer of ENTSO-E: hours, and quarter hours from October on. Unchanged prices are left out. */
function entsoeXml(area: PriceArea, from = starts[0], to = localYearStartMs(YEAR + 1)): string {
  const eic = { SE1: '44P', SE2: '45N', SE3: '46L', SE4: '47J' };
  const period = (start: number, end: number, resolution: string) =>
    `<Period><timeInterval><start>${iso(start)}</start><end>${iso(end)}</end></timeInterval>
     <resolution>${resolution}</resolution>
     <Point><position>1</position><price.amount>${eurPerMwh(area)}</price.amount></Point></Period>`;
  const october = Date.UTC(2025, 8, 30, 22);
  return `<Publication_MarketDocument><type>A44</type><TimeSeries>
    <in_Domain.mRID>10Y1001A1001A${eic[area]}</in_Domain.mRID>
    <currency_Unit.name>EUR</currency_Unit.name>
    <price_Measure_Unit.name>MWH</price_Measure_Unit.name><curveType>A03</curveType>
    ${period(from, october, 'PT60M')}
    ${period(october, to, 'PT15M')}
  </TimeSeries></Publication_MarketDocument>`;
}

const rates = days.map((day) => `${day},${RATE}`);
writeFileSync(join(folder, 'rates.csv'), ['date,sek_per_eur', ...rates].join('\n'));
mkdirSync(join(folder, 'a44'));
for (const area of PRICE_AREAS) {
  writeFileSync(join(folder, 'a44', `price_${area}.xml`), entsoeXml(area));
}
writeFileSync(join(folder, 'a44', 'notes.txt'), 'not a price');

test('a folder of files and a file of rates become a profile', async () => {
  const recipe = { feed: 'entsoe', files: 'a44', rates: 'rates.csv', year: YEAR } as const;
  const { profile, paths, gaps } = await readSpotYear(recipe, folder);
  assertLevels(profile);
  assert.deepEqual(gaps, []);
  const names = PRICE_AREAS.map((area) => join(folder, 'a44', `price_${area}.xml`));
  assert.deepEqual(paths, [...names, join(folder, 'rates.csv')]);
  assert.deepEqual(await spotPaths(recipe, folder), paths);
});

test('a pattern takes the files that match, and a zip what is inside', async () => {
  const zip = zipSync(
    Object.fromEntries(
      PRICE_AREAS.map((area) => [`2025/${area}.xml`, Buffer.from(entsoeXml(area))]),
    ),
  );
  writeFileSync(join(folder, 'a44.zip'), zip);
  for (const files of ['a44/price_*.xml', 'a44.zip', 'a*.zip']) {
    const recipe = { feed: 'entsoe', files, rates: 'rates.csv', year: YEAR } as const;
    assertLevels((await readSpotYear(recipe, folder)).profile);
  }
  const one = { feed: 'entsoe', files: 'a44/*SE3*', rates: 'rates.csv', year: YEAR } as const;
  await assert.rejects(readSpotYear(one, folder), /SE1: 2025 is not whole/);
});

test('a year of day files becomes a profile', async () => {
  const days: Record<string, Uint8Array> = {};
  for (const [day, hours] of group(starts, localDay)) {
    for (const area of PRICE_AREAS) {
      const price = (eurPerMwh(area) * RATE) / 1000;
      const times = hours.map((ms) => new Date(ms).toISOString());
      const entries = times.map((time_start) => ({ SEK_per_kWh: price, time_start }));
      days[`${day.slice(5)}_${area}.json`] = Buffer.from(JSON.stringify(entries));
    }
  }
  writeFileSync(join(folder, 'days.zip'), zipSync(days, { level: 0 }));
  const recipe = { feed: 'elprisetjustnu', files: 'days.zip', year: YEAR } as const;
  const { profile, gaps } = await readSpotYear(recipe, folder);
  assertLevels(profile);
  assert.deepEqual(gaps, []);
});

test('every feed is in the table of pipeline/docs/recipe.md', () => {
  const readme = readFileSync(join(PROJECT, 'pipeline', 'docs', 'recipe.md'), 'utf8');
  const [line = ''] = readme.match(/^\| `feed` \|.*$/m) ?? [];
  for (const feed of recipeSchema.properties.prices.properties.feed.enum)
    assert.ok(line.includes(`\`${feed}\` (`), feed);
});

test('a CSV with a rate column needs no rates file, and gaps are reported', async () => {
  const header = `timestamp_utc,${PRICE_AREAS.map((area) => `${area}_eur_per_mwh`)},sek_per_eur`;
  const rows = starts
    .slice(0, HOURS - 2)
    .map((ms) => `${iso(ms)},${PRICE_AREAS.map(eurPerMwh)},${RATE}`);
  writeFileSync(join(folder, 'p.csv'), [header, ...rows].join('\n'));
  const recipe = { feed: 'csv', files: 'p.csv', year: YEAR } as const;
  const { profile, paths, gaps } = await readSpotYear(recipe, folder);
  assertLevels(profile);
  assert.deepEqual(paths, [join(folder, 'p.csv')]);
  assert.equal(gaps.length, 4);
  assert.match(
    gaps[3],
    /^SE4: 2 of the 744 hours of 2025-12 are missing, the first 2025-12-31 22:00/,
  );
  assert.deepEqual([...profile.hoursMissing.filter((count) => count > 0)], [2, 2, 2, 2]);
});

test('the hours of the months are counted, 743 in March and 745 in October', () => {
  const prices = yearOfPrices(YEAR, () => 1);
  const { hoursUsed, hoursMissing } = monthHourProfile(hourlyMeans(prices, { year: YEAR }));
  const months = [744, 672, 743, 720, 744, 720, 744, 744, 720, 745, 720, 744];
  assert.deepEqual([...hoursUsed], [...months, ...months, ...months, ...months]);
  assert.ok(hoursMissing.every((count) => count === 0));
});

test('prices outside the year need no rate, those inside do', async () => {
  mkdirSync(join(folder, 'long'));
  const [before, after] = [starts[0] - HOUR_MS, localYearStartMs(YEAR + 1) + HOUR_MS];
  for (const area of PRICE_AREAS) {
    writeFileSync(join(folder, 'long', `${area}.xml`), entsoeXml(area, before, after));
  }
  const recipe = { feed: 'entsoe', files: 'long', year: YEAR } as const;
  assertLevels((await readSpotYear({ ...recipe, rates: 'rates.csv' }, folder)).profile);
  const some = ['date,sek_per_eur', ...rates.filter((row) => !/^2025-06-0[1-6]/.test(row))];
  writeFileSync(join(folder, 'some.csv'), some.join('\n'));
  await assert.rejects(
    readSpotYear({ ...recipe, rates: 'some.csv' }, folder),
    /SE1\.xml.*: the price is in EUR and there is no rate for 2025-06-06/,
  );
  const weekend = ['date,sek_per_eur', ...rates.filter((row) => !/^2025-06-0[78]/.test(row))];
  writeFileSync(join(folder, 'weekend.csv'), weekend.join('\n'));
  const { gaps } = await readSpotYear({ ...recipe, rates: 'weekend.csv' }, folder);
  assert.match(gaps.join(' '), /Exchange rates: 2 days without one \(weekends/);
  await assert.rejects(readSpotYear(recipe, folder), /no rate for 2025-01-01.*"rates"/);
});

test('what is not there is named', async () => {
  const refused = (files: string, message: RegExp, rates = 'rates.csv') =>
    assert.rejects(readSpotYear({ feed: 'entsoe', files, rates, year: YEAR }, folder), message);
  await refused('nowhere', /nowhere: cannot be read .*Correct the recipe's path/);
  await refused('nowhere/*.json', /nowhere: cannot be read/);
  mkdirSync(join(folder, 'empty'));
  await refused('empty', /empty: no \.xml file, expected the feed's prices/);
  writeFileSync(join(folder, 'other.zip'), zipSync({ 'README.txt': Buffer.from('x') }));
  await refused('other.zip', /other\.zip: no \.xml file/);
  await refused('a44/*.json', /\*\.json: no \.xml file/);
  await refused(
    'a44',
    /"prices\.rates" of the recipe is "norates\.csv", but there is no file/,
    'norates.csv',
  );
});

/** The archive with another announced length of its last entry. */
function announcing(archive: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(archive);
  changed.writeUInt32LE(bytes, changed.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
  return changed;
}

test('of an archive only what is needed is unpacked, up to the announced length and a limit', async () => {
  const recipe = { feed: 'entsoe', files: 'b.zip', rates: 'rates.csv', year: YEAR } as const;
  const read = (archive: Buffer) => {
    writeFileSync(join(folder, 'b.zip'), archive);
    return readSpotYear(recipe, folder);
  };
  const names = ['SE1', 'SE2', 'SE3', 'SE4'].map((area) => `price_${area}.xml`);
  const files = names.map((name) => [name, readFileSync(join(folder, 'a44', name))] as const);
  // 20 MB of nothing in 20 kB: what is not needed, and what is said to be 200 bytes.
  const bomb = Buffer.alloc(20e6, ' ');
  const archive = Buffer.from(zipSync({ ...Object.fromEntries(files), 'x.bin': bomb }));
  assertLevels((await read(announcing(archive, 0xfffffffe))).profile);
  const bombs = Buffer.from(zipSync({ 'price_SE1.xml': bomb }));
  await assert.rejects(
    read(announcing(bombs, 200)),
    /b\.zip > price_SE1\.xml: damaged \(too many bytes in the stream\. expected 200\./,
  );
  await assert.rejects(read(announcing(bombs, 1e9)), /b\.zip: has more than 256 MB of prices/);
});

test('a price file of a terabyte is refused by name', async () => {
  const path = join(folder, 'price_SE2_huge.xml');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 40);
  const recipe = { feed: 'entsoe', files: 'price_SE2_huge.xml', year: YEAR } as const;
  await assert.rejects(readSpotYear(recipe, folder), /price_SE2_huge\.xml: has more than 256 MB/);
  rmSync(path);
});
