import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import messages from '#engine/meter/files/messages.json' with { type: 'json' };
import economyWords from '../explorer/client/economy-words.json' with { type: 'json' };
import rulesWords from '../explorer/client/market/rules-words.json' with { type: 'json' };
import quoteWords from '../explorer/client/quote/quote-words.json' with { type: 'json' };
import roofHoursWords from '../explorer/client/roof-hours-words.json' with { type: 'json' };
import panelWords from '../explorer/meter/panel-words.json' with { type: 'json' };
import { findInsiderWords } from './insider-words.ts';
import { LANGUAGES, type Language, wordsOf } from './messages.ts';

const PAGES = new URL('../', import.meta.url);

/** Texts that are loaded later. */
const LATER = { messages, panelWords, rulesWords, economyWords, quoteWords, roofHoursWords };

/** Texts by their dotted keys. */
function texts(language: Language): Map<string, string> {
  const later = Object.entries(LATER).map(([group, words]) => [group, words[language]] as const);
  return new Map(
    [...Object.entries(wordsOf(language)), ...later].flatMap(([group, words]) =>
      Object.entries(words).map(([key, text]) => [`${group}.${key}`, text] as const),
    ),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test('every language has the same texts, with the same placeholders', () => {
  const first = texts(LANGUAGES[0]);
  for (const language of LANGUAGES) {
    const others = texts(language);
    assert.deepEqual([...others.keys()], [...first.keys()], language);
    for (const [key, text] of others) {
      assert.ok(text.trim() !== '', `${language} ${key}`);
      const wanted = placeholders(first.get(key) ?? '');
      assert.deepEqual(placeholders(text), wanted, `${language} ${key}`);
    }
  }
});

test('no TSX attribute has a literal text', () => {
  const attribute =
    /\s(aria-label|aria-description|aria-roledescription|title|alt|placeholder|label|summary)=("[^"]*\p{L}[^"]*"|\{['"`][^}]*\p{L})/u;
  for (const folder of [PAGES, new URL('../integrations/pages/', PAGES)]) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.tsx'))) {
      const [found] = attribute.exec(readFileSync(new URL(file, folder), 'utf8')) ?? [];
      assert.equal(found, undefined, file);
    }
  }
});

test('the linter refuses text between tags', () => {
  const rules = JSON.parse(readFileSync(new URL('../../biome.json', PAGES), 'utf8')).linter.rules;
  assert.equal(rules.style.noJsxLiterals, 'error');
});

/** Groups of the texts that a home owner reads. */
const FOR_HOME_OWNERS = [
  ...['explorer', 'link', 'earnings', 'configurator', 'proposal', 'offer'],
  ...Object.keys(LATER),
];

test('texts for home owners have no technical terms', () => {
  for (const language of LANGUAGES) {
    const read = [...texts(language)].filter(([key]) =>
      FOR_HOME_OWNERS.includes(key.split('.')[0]),
    );
    const found = read.flatMap(([key, text]) =>
      findInsiderWords(text.replace(/\{\w+\}/g, ''), language).map((word) => `${key}: ${word}`),
    );
    assert.deepEqual(found, [], language);
  }
});

test('a technical term is found as a whole word, in any case', () => {
  assert.deepEqual(findInsiderWords('The API’s dataset; a therapist', 'en'), ['API', 'dataset']);
  assert.deepEqual(findInsiderWords('P90 ur API:et, kWp; en kapital', 'sv'), [
    'P90',
    'API:et',
    'kWp',
  ]);
});
