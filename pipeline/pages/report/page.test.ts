import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WHERE_DATA } from '../../../schemas/codec/coverage-mask.ts';
import { NO_TEMPERATURE, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { Manifest } from '../../../schemas/types.ts';
import { testPrices, testPricesWithHours } from '../../../service/api/simulation/test/prices.ts';
import { readTowns } from '../../accuracy/towns.ts';
import { smallArtifact } from '../../dataset/artifact.test-kit.ts';
import { reportPage } from './page.ts';

const FILE = { path: 'artifacts/pv-yield.bin', bytes: 123, sha256: 'a'.repeat(64) };
const MANIFEST: Manifest = {
  dataset_version: '1.2.3',
  generated_at: '2026-01-02T03:04:05Z',
  format_version: 1,
  parameters: { note: '</pre><script>alert(1)</script>' },
  inputs: [{ path: 'fixtures/<x>.tif', bytes: 5, sha256: 'b'.repeat(64) }],
  summary: { path: 'artifacts/summary.csv', bytes: 1, sha256: 'd'.repeat(64), committed: true },
  outputs: [{ ...FILE, contents: { ghi: 'c'.repeat(64) } }],
};
const REPORTED = { file: FILE, manifest: MANIFEST };
const towns = readTowns();
const page = reportPage('en', smallArtifact(), REPORTED, towns);

test('the same build gives the same bytes', () => {
  assert.equal(reportPage('en', smallArtifact(), REPORTED, towns), page);
});

test('the page asks for nothing outside itself, runs no script and escapes what it is given', () => {
  const withoutNamespace = page.replaceAll('xmlns="http://www.w3.org/2000/svg"', '');
  assert.doesNotMatch(withoutNamespace, /https?:\/\/|<script|<link|<img|@import/);
  assert.ok(page.includes('fixtures/&lt;x&gt;.tif'));
});

test('every id is there once, and every link and clip finds its own', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, id] of page.matchAll(/(?:href="|url\()#([^")]+)/g)) assert.ok(ids.includes(id), id);
});

test('it states the figures of the dataset', () => {
  for (const text of [
    'dataset 1.2.3',
    '600 kWh/kWp a year',
    '780 to 780 kWh/m²',
    '42 to 42°',
    'Stockholm 600',
  ]) {
    assert.ok(page.includes(text), text);
  }
});

test('it tells filled cells and why unusual values were accepted, when there are some', () => {
  assert.ok(!page.includes('Filled') && !page.includes('Unusual'));
  const artifact = smallArtifact();
  artifact.header.filled_cells = 3;
  artifact.header.accepted_ranges = [{ radiation_db: 'RADDB-ERA5', reason: '<1816> alone' }];
  const filled = reportPage('en', artifact, REPORTED, towns);
  assert.match(filled, /Filled<[\s\S]{0,30}3 cells take the values of the nearest cell with data/);
  assert.match(filled, /Unusual values of RADDB-ERA5<[\s\S]{0,30}accepted: &lt;1816/);
});

test('published points, towns and roses outside the dataset are left out', () => {
  // 59.25..59.5 N holds Stockholm alone
  assert.ok(page.includes('At the 1 places') && !page.includes('Sundsvall'));
  assert.ok(page.includes('<title>Stockholm</title>') && !page.includes('<title>Kiruna</title>'));
});

test('it says when the manifest is of another build, or missing', () => {
  assert.ok(page.includes('records this very file'));
  const other = { ...FILE, sha256: 'd'.repeat(64) };
  const stale = reportPage('en', smallArtifact(), { file: other, manifest: MANIFEST }, towns);
  assert.match(stale, /class="warn">manifest\.json beside this dataset records another build/);
  const bare = reportPage('en', smallArtifact(), { file: FILE, manifest: null }, towns);
  assert.match(bare, /class="warn">There is no manifest\.json/);
});

test('a dataset of another area has its name, its places and its hemisphere', () => {
  const grid = { stepDeg: 0.25, firstRow: 154, firstCol: -37, rows: 3, cols: 3 };
  const artifact = smallArtifact(grid);
  artifact.header.coverage = 'Portugal';
  const places = [
    { name: 'Lisbon', lat: 38.717, lng: -9.133 },
    { name: 'Belém', lat: 38.7, lng: -9.15 },
    ...towns,
  ];
  const report = reportPage('en', artifact, REPORTED, places);
  assert.ok(report.includes('<title>Sun over Portugal, dataset 1.2.3</title>'));
  assert.match(report, /The most is 600 \(38\.5 N 9\.25 W, \d+ km from Belém\)/);
  assert.ok(report.includes('>Lisbon 600<') && !report.includes('>Belém 600<'));
  assert.ok(report.includes('None of the published points') && !report.includes('Losses:'));
  artifact.header.coverage = WHERE_DATA;
  const farAway = reportPage('en', artifact, REPORTED, towns);
  assert.match(farAway, /The most is 600 \(38\.5 N 9\.25 W\), the least/);
  assert.ok(farAway.includes('<title>Sun where the rasters have data, dataset 1.2.3</title>'));
  const swedish = reportPage('sv', artifact, REPORTED, towns);
  assert.match(swedish, /38,5° N, 9,25° V/);
  assert.ok(swedish.includes('var 0,25°, där rastren har data'));
});

test('prices and houses have sections when there are prices, and none when not', () => {
  assert.ok(!page.includes('id="prices"') && !page.includes('id="household"'));
  const prices = testPrices();
  prices.spot_profile.fill(0.5);
  const priced = reportPage('en', smallArtifact(), REPORTED, towns, prices);
  assert.match(priced, /id="prices"[\s\S]*SE3: mean 0\.50/);
  assert.match(priced, /id="household"[\s\S]*light up to 5000 kWh, then hot water up to 3000/);
  assert.match(
    priced,
    /id="grid-tariffs"[\s\S]*60 price lists of 38 grid companies, 17 of them ended; of the other 43, 26 have a power charge/,
  );
  assert.match(
    priced,
    />Växjö Energi Elnät<.*8\.86 \+ 11\.26 % of spot<.*65\.48 \(3 days\) at times</,
  );
  assert.ok(!priced.includes('ellevio-2025') && priced.includes('ellevio-2026b'), 'ended ones');
  assert.match(priced, /Appliances, working days[\s\S]*0 °C: most at 17:00/);
  // 18 °C less half a degree for each degree north of 55, and 18 for January; Kiruna's cell is at 68° N.
  assert.match(priced, /Mean temperature, Jan[\s\S]*Kiruna -6\.5[\s\S]*Mean temperature, Jul/);
});

test('the spread of days is drawn by area and month where there are hours', () => {
  const pageOf = (prices: PricesArtifact) =>
    reportPage('en', smallArtifact(), REPORTED, towns, prices);
  assert.doesNotMatch(pageOf(testPrices()), /Spread of a day/);
  const prices = testPricesWithHours();
  prices.spot_hours?.fill(0.5);
  // 12 March in SE4: one hour is 6.2 SEK/kWh dearer, 0.2 over the month's days and 0.017 over the year's.
  prices.spot_hours?.fill(6.7, 3 * 8760 + 70 * 24, 3 * 8760 + 70 * 24 + 1);
  const spread = pageOf(prices);
  assert.match(spread, /mean of the year: SE1 0\.00, SE2 0\.00, SE3 0\.00, SE4 0\.02/);
  assert.equal(spread.match(/>0\.20</g)?.length, 1);
  assert.match(spread, /may be listed and exported: CC0 1\.0\. On 92 days they are the means/);
  assert.match(pageOf(testPricesWithHours(false)), /and neither listed nor exported\./);
});

test('cells of unknown temperature are grey, and without any there is no map of them', () => {
  const prices = testPrices();
  prices.temperature.fill(NO_TEMPERATURE, 0, 12);
  const some = reportPage('en', smallArtifact(), REPORTED, towns, prices);
  assert.match(some, /Mean temperature, Jan[\s\S]*#88888880/);
  prices.temperature.fill(NO_TEMPERATURE);
  assert.ok(
    !reportPage('en', smallArtifact(), REPORTED, towns, prices).includes('Mean temperature'),
  );
});
