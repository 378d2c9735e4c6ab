import assert from 'node:assert/strict';
import { test } from 'node:test';
import interannual from '../../../../fixtures/interannual.json' with { type: 'json' };
import recipe from '../../../../fixtures/recipe.json' with { type: 'json' };
import { readTowns } from '../../../../pipeline/accuracy/towns.ts';
import { smallArtifact } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { WHERE_DATA } from '../../../../schemas/codec/coverage-mask.ts';
import type { Manifest } from '../../../../schemas/types.ts';
import { CHANGES } from './download-sections.ts';
import { reportPage } from './page.ts';
import { reportText } from './text.ts';

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
const page = reportPage(smallArtifact(), REPORTED, towns, 'en');

test('the same build gives the same bytes', () => {
  assert.equal(reportPage(smallArtifact(), REPORTED, towns, 'en'), page);
});

test('the page asks for nothing outside itself, runs no script and escapes what it is given', () => {
  const withoutNamespace = page.replaceAll('xmlns="http://www.w3.org/2000/svg"', '');
  assert.doesNotMatch(withoutNamespace, /https?:\/\/|<script|<link|<img|@import/);
  assert.ok(page.includes('fixtures/&lt;x&gt;.tif'));
});

test('every id is unique, and every link and clip has its target', () => {
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

test('it lists filled cells and why unusual values were accepted, if there are any', () => {
  assert.ok(!page.includes('Filled') && !page.includes('Unusual'));
  const artifact = smallArtifact();
  artifact.header.filled_cells = 3;
  artifact.header.accepted_ranges = [{ radiation_db: 'RADDB-ERA5', reason: '<1816> alone' }];
  const filled = reportPage(artifact, REPORTED, towns, 'en');
  assert.match(filled, /Filled<[\s\S]{0,30}3 cells take the values of the nearest cell with data/);
  assert.match(filled, /Unusual values of RADDB-ERA5<[\s\S]{0,30}accepted: &lt;1816/);
});

test('it begins with the files, what changed, and how to build it again', () => {
  const titles = [...page.matchAll(/<h2[^>]*>([^<]+)/g)].map(([, title]) => title);
  assert.deepEqual(titles.slice(0, 5), [
    'Download',
    'What changed in 1.2.3',
    'Build it again',
    'Provenance',
    'Compared with published figures',
  ]);
  assert.ok(page.includes(`<td>${FILE.sha256}</td>`));
  assert.ok(page.includes('make artifacts RECIPE=fixtures/&lt;x&gt;.tif'));
  assert.ok(!/\w_\w/.test(page.slice(page.indexOf('<table'), page.indexOf('<details>'))));
});

test('the default dataset says what changed in it', () => {
  assert.ok(CHANGES[recipe.dataset_version], `${recipe.dataset_version} is in no list of changes`);
});

test('published points and towns outside the dataset are left out', () => {
  // 59.25..59.5 N holds only Stockholm, by PVGIS and by SMHI.
  assert.ok(page.includes('At the 2 places') && !page.includes('Sundsvall'));
});

test('errors at stations that the dataset was not made from are in the report', () => {
  const artifact = smallArtifact();
  const found = { mean_error_pct: 1.3, max_error_pct: 3.34, bias_pct: -0.32, rms_error_pct: 1.59 };
  const stated = { quantity: 'year', reference: 'Stations of SMHI: Lund -0.4', ...found };
  artifact.header.accuracy.errors.unshift(stated);
  const report = reportPage(artifact, REPORTED, towns, 'en');
  assert.match(report, /is 1\.6 % off \(root mean square\), -0\.3 % on average and 3\.3 % at most/);
  assert.ok(report.includes('<p>Stations of SMHI: Lund -0.4</p>'));
});

/** Common words of English, as whole words that are no part of a path. */
const ENGLISH =
  /(?<![\w/.-])(the|of|and|is|are|to|from|with|each|year|north|south|cells?|places?|dataset|file|that|on|no|at|by)(?![\w/.-])/i;

test('in Swedish, only what is quoted from the dataset is in English, and marked', () => {
  const artifact = smallArtifact();
  const accepted = { radiation_db: 'RADDB-ERA5', reason: 'the year 1816' };
  Object.assign(artifact.header, {
    filled_cells: 3,
    accepted_ranges: [accepted],
    accepted_pixels: [accepted],
  });
  for (const manifest of [MANIFEST, null]) {
    const swedish = reportPage(artifact, { file: FILE, manifest }, towns, 'sv');
    assert.match(swedish, /<html lang="sv">[\s\S]*<h1>Sol över Sverige, datamängd 1\.2\.3</);
    const html = swedish.replace(/<(pre|style)[\s\S]*?<\/\1>/g, '');
    const quoted = [...html.matchAll(/<span lang="en">([^<]+)</g)].map(([, text]) => text);
    for (const text of quoted)
      assert.ok(JSON.stringify(artifact.header).includes(text.replace(/\.$/, '')), text);
    const rest = html.replace(/<span lang="en">[^<]+/g, '');
    for (const [, text = '', label = ''] of rest.matchAll(/>([^<>]+)|aria-label="([^"]+)"/g))
      assert.doesNotMatch(text + label, ENGLISH);
    assert.doesNotMatch(rest, /kWh[^<]*\d\.\d/);
  }
});

test('it says when the manifest is of another build, or missing', () => {
  assert.ok(page.includes('records this very file'));
  const other = { ...FILE, sha256: 'd'.repeat(64) };
  const stale = reportPage(smallArtifact(), { file: other, manifest: MANIFEST }, towns, 'en');
  assert.match(stale, /class="warn">manifest\.json next to this dataset records another build/);
  const bare = reportPage(smallArtifact(), { file: FILE, manifest: null }, towns, 'en');
  assert.match(bare, /class="warn">There is no manifest\.json/);
});

test('a dataset of another area has its name and its hemisphere', () => {
  const grid = { stepDeg: 0.25, firstRow: 154, firstCol: -37, rows: 3, cols: 3 };
  const artifact = smallArtifact(grid);
  artifact.header.coverage = 'Portugal';
  const report = reportPage(artifact, REPORTED, towns, 'en');
  assert.ok(report.includes('<title>Sun over Portugal, dataset 1.2.3</title>'));
  assert.match(report, /The most is 600 \(38\.5 N 9\.25 W\), the least/);
  assert.ok(report.includes('None of the published points') && !report.includes('Losses:'));
  artifact.header.coverage = WHERE_DATA;
  const farAway = reportPage(artifact, REPORTED, towns, 'en');
  assert.ok(farAway.includes('<title>Sun where the rasters have data, dataset 1.2.3</title>'));
});

test('every text of the default dataset has a Swedish form', () => {
  const [source] = recipe.sources;
  const { quote } = reportText('sv');
  for (const text of [
    ...recipe.sources.map(({ name }) => name),
    `${source.name}.`,
    `${source.attribution} Data licensed ${source.licence}.`,
    ...recipe.accuracy.map(({ reference }) => reference),
    ...Object.values(recipe.uncertainty).map((part) => part.source),
    interannual.source,
  ])
    assert.doesNotMatch(quote(text), /lang="en"/, text);
  assert.equal(quote('Another <source>'), '<span lang="en">Another &lt;source&gt;</span>');
});
