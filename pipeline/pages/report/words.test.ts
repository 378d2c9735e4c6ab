import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Manifest } from '../../../schemas/types.ts';
import { testPricesWithHours } from '../../../service/api/simulation/test/prices.ts';
import { readTowns } from '../../accuracy/towns.ts';
import { smallArtifact } from '../../dataset/artifact.test-kit.ts';
import { reportPage } from './page.ts';
import { REPORT_LANGUAGES, REPORT_WORDS, type ReportLanguage } from './words.ts';

const MANIFEST: Manifest = {
  dataset_version: '1.2.3',
  generated_at: '2026-01-02T03:04:05Z',
  format_version: 1,
  parameters: {},
  inputs: [],
  summary: { path: 'summary.csv', bytes: 1, sha256: 'd'.repeat(64), committed: true },
  outputs: [],
};
const FILE = { path: 'sun.bin', bytes: 17162104, sha256: 'a'.repeat(64) };
const REPORTED = { file: FILE, manifest: MANIFEST };

const pageIn = (language: ReportLanguage) =>
  reportPage(language, smallArtifact(), REPORTED, readTowns(), testPricesWithHours());
const english = pageIn('en');
const swedish = pageIn('sv');

/** Tags with their ids, and the marks of the drawings without their words. */
const shapeOf = (page: string) =>
  [...page.matchAll(/<(?:section|figure|table|tr|svg|rect|path|circle)\b(?: id="[^"]*")?/g)].map(
    ([tag]) => tag,
  );

/** Texts that a reader reads or hears, apart from those marked as English, which are the dataset's own words. */
const wordsIn = (page: string) =>
  [
    page
      .replace(/<style>[\s\S]*?<\/style>|<(\w+)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, ' ')
      .replace(/<pre>[\s\S]*?<\/pre>/g, ' ')
      .replace(/<[^>]*>/g, ' '),
    ...[...page.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label),
  ].join(' ');

test('each language has the same page: sections, tables, rows, marks of the drawings', () => {
  assert.deepEqual(shapeOf(swedish), shapeOf(english));
  for (const language of REPORT_LANGUAGES)
    assert.ok(pageIn(language).includes(`<html lang="${language}">`));
});

test('the Swedish page has no English word of ours, in drawings and for screen readers neither', () => {
  const found = wordsIn(swedish).match(
    /\b(?:the|of|and|with|year|yield|cells?|house|month|mean|median of|price|tilt|south|west|wall|Jan [0-9]|May|Oct|Dec|none|not known|days|hours|SEK)\b/g,
  );
  assert.deepEqual(found, null);
});

test('the dataset’s own words are marked as English in the Swedish page, and nothing is in the English one', () => {
  const [source] = smallArtifact().header.sources;
  assert.ok(swedish.includes(`<p lang="en">${source}.</p>`));
  assert.ok(swedish.includes(`<li lang="en">${source}</li>`));
  assert.ok(!english.includes(' lang="en"', english.indexOf('<body>')));
});

test('Swedish numbers have a comma, a real minus and thousands apart; English ones are as they are written', () => {
  const { number } = REPORT_WORDS.sv;
  assert.equal(number(1049.25, 1), '1\u00a0049,3');
  assert.equal(number(-13.3), '−13,3');
  assert.equal(number(-0.004, 2), '0,00');
  assert.equal(number(0.25), '0,25');
  assert.equal(REPORT_WORDS.en.number(1049.26, 1), '1049.3');
  assert.equal(REPORT_WORDS.en.number(-13.3), '-13.3');
  assert.match(swedish, /17\u00a0162\u00a0104 byte</);
  const figures = wordsIn(swedish).match(/\d\.\d+ (?:%|kr|°C|öre)/g);
  assert.deepEqual(figures, null);
});

test('every drawing names its axes in Swedish', () => {
  for (const word of ['juni', 'okt', '>Ö<', '>V<', '>kr/kWh<', '>kWh/kWp om året<', '>% av året<'])
    assert.ok(swedish.includes(word), word);
});

test('a place alone is one place in Swedish', () => {
  assert.match(REPORT_WORDS.sv.comparison.text(1, '1,2'), /^På den enda plats som har/);
  assert.match(REPORT_WORDS.sv.comparison.text(4, '1,2'), /^På de 4 platser som har/);
});
