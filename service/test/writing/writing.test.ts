/** Texts are easy to read: short sentences, standard terms. CONTRIBUTING.md has the rules. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { PROJECT } from '../../../schemas/project.ts';
import { COMMANDS } from '../../cli/commands.mjs';
import { readComments } from './comments.ts';
import { findPrivateWords } from './private-words.ts';
import { countWords, measure, type Prose, readMarkdown } from './prose.ts';

interface Limits {
  medianWordsPerSentence: number;
  longSentencesPct: number;
  semicolonsPer100Words: number;
  wordsPerHeading: number;
}

const PAGE: Limits = {
  medianWordsPerSentence: 18,
  longSentencesPct: 3,
  semicolonsPer100Words: 0.4,
  wordsPerHeading: 150,
};
const SNIPPETS: Limits = { ...PAGE, wordsPerHeading: Infinity };
const ERRORS: Limits = { ...SNIPPETS, longSentencesPct: 15 };
const COMMENTS: Limits = { ...SNIPPETS, longSentencesPct: 12, semicolonsPer100Words: 0.8 };

function filesOf(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', ...patterns], { cwd: PROJECT, encoding: 'utf8' });
  return listed.trim().split('\n');
}

const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');

/** Fails with every limit that prose is beyond, and every private word. */
function assertReadable(name: string, prose: Prose, limits: Limits): void {
  const found = measure(prose);
  const beyond = Object.entries(limits)
    .filter(([figure, limit]) => found[figure as keyof Limits] > limit)
    .map(([figure, limit]) => `${figure} ${found[figure as keyof Limits].toFixed(1)} > ${limit}`);
  const words = [...prose.paragraphs, ...prose.fragments].flatMap(findPrivateWords);
  assert.deepEqual({ beyond, words: [...new Set(words)] }, { beyond: [], words: [] }, name);
}

const joined = (texts: string[]): Prose => {
  const parts = texts.map(readMarkdown);
  return {
    paragraphs: parts.flatMap(({ paragraphs }) => paragraphs),
    fragments: parts.flatMap(({ fragments }) => fragments),
    headings: 0,
  };
};

for (const path of filesOf('*.md')) {
  test(`${path} is easy to read`, () => assertReadable(path, readMarkdown(textOf(path)), PAGE));
}

/** Descriptions and summaries of a document. */
function descriptionsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ['description', 'summary'].includes(key) && typeof inner === 'string'
      ? [inner]
      : descriptionsOf(inner),
  );
}

const CONTRACT = [
  ...filesOf('schemas/*.yaml'),
  'schemas/api/*.json',
  'schemas/data/*.json',
  'schemas/embed/*.json',
  'schemas/integrations/*.json',
];

for (const pattern of CONTRACT) {
  test(`the descriptions of ${pattern} are easy to read`, () => {
    const descriptions = filesOf(pattern).flatMap((path) => descriptionsOf(parse(textOf(path))));
    assert.ok(descriptions.length > 10);
    assertReadable(pattern, joined(descriptions), SNIPPETS);
  });
}

test('the help of make and of the commands is easy to read', () => {
  const targets = Array.from(
    textOf('Makefile').matchAll(/^[a-z-]+:.*?##\*? (.*)$/gm),
    ([, help]) => help,
  );
  const commands = Object.values(COMMANDS).flatMap(({ summary, settings = '', options }) => [
    summary,
    settings,
    ...Object.values(options).map(({ help }) => help),
  ]);
  assert.ok(targets.length > 30 && commands.length > 60);
  assertReadable('help', joined([...targets, ...commands]), SNIPPETS);
});

/** Texts of a file of messages. */
function messagesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value as object).flatMap(messagesOf);
}

test('the English texts of the pages are easy to read', () => {
  const parsed = filesOf('service/pages/*.json').map((path) => {
    const messages = JSON.parse(textOf(path));
    return path.endsWith('/en.json') ? messages : messages.en;
  });
  const texts = parsed.filter((messages) => messages !== undefined).flatMap(messagesOf);
  assert.ok(texts.length > 500);
  assertReadable('pages', joined(texts), SNIPPETS);
});

for (const folder of ['fixtures', 'pipeline', 'schemas', 'service']) {
  test(`the comments of ${folder} are easy to read`, () => {
    const sources = filesOf(`${folder}/*.ts`, `${folder}/*.tsx`, `${folder}/*.mjs`);
    const paragraphs = sources.map(textOf).flatMap(readComments);
    assert.ok(paragraphs.length > 50);
    assertReadable(folder, { paragraphs, fragments: [], headings: 0 }, COMMENTS);
  });
}

/** Texts of the errors that a source makes, with CODE for inserted values. */
function errorTextsOf(source: string): string[] {
  const literals = source.matchAll(/\bError\(\s*(?:`((?:\\.|[^`])*)`|'((?:\\.|[^'])*)')/g);
  return Array.from(literals, ([, template, text]) => template ?? text ?? '')
    .map((text) => text.replace(/\$\{[^}]*\}/g, 'CODE'))
    .filter((text) => countWords(text) > 2);
}

test('the error messages of pipeline are easy to read', () => {
  const sources = filesOf('pipeline/*.ts').filter((path) => !path.includes('.test'));
  const paragraphs = sources.map(textOf).flatMap(errorTextsOf);
  assert.ok(paragraphs.length > 150);
  assertReadable('errors', { paragraphs, fragments: [], headings: 0 }, ERRORS);
});
