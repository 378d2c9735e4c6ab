/** Part of `make check`: prints which texts are hard to read, by sentence length, semicolons and headings. It fails nothing. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { COMMANDS } from '../../../schemas/commands/commands.mjs';
import { PROJECT } from '../../../schemas/project.ts';
import { measure, type Prose, type Readability, readMarkdown } from './prose.ts';

type Limits = Omit<Readability, 'words'>;

const PAGE: Limits = {
  medianWordsPerSentence: 18,
  longSentencesPct: 3,
  semicolonsPer100Words: 0.4,
  wordsPerHeading: 150,
};
const SNIPPETS: Limits = { ...PAGE, wordsPerHeading: Infinity };

for (const path of filesOf('*.md')) note(path, readMarkdown(textOf(path)), PAGE);
for (const pattern of ['schemas/*.yaml', 'schemas/*.schema.json']) {
  const descriptions = filesOf(pattern).flatMap((path) => descriptionsOf(parse(textOf(path))));
  note(`descriptions of ${pattern}`, joined(descriptions), SNIPPETS);
}
note('help of make and of the commands', joined(helpTexts()), SNIPPETS);
note('English texts of the pages', joined(pageTexts()), SNIPPETS);

/** Prints what prose has beyond its limits. */
function note(name: string, prose: Prose, limits: Limits): void {
  const found = measure(prose);
  for (const figure of Object.keys(limits) as (keyof Limits)[]) {
    if (found[figure] <= limits[figure]) continue;
    console.log(`note: ${name}: ${figure} ${found[figure].toFixed(1)}, aim for ${limits[figure]}`);
  }
}

function filesOf(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', ...patterns], { cwd: PROJECT, encoding: 'utf8' });
  return listed.trim().split('\n');
}

function textOf(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8');
}

function joined(texts: string[]): Prose {
  const parts = texts.map(readMarkdown);
  return {
    paragraphs: parts.flatMap(({ paragraphs }) => paragraphs),
    fragments: parts.flatMap(({ fragments }) => fragments),
    headings: 0,
  };
}

/** Lists the descriptions and summaries of a document. */
function descriptionsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ['description', 'summary'].includes(key) && typeof inner === 'string'
      ? [inner]
      : descriptionsOf(inner),
  );
}

function helpTexts(): string[] {
  const targets = textOf('Makefile').matchAll(/^[a-z-]+:.*?##\*? (.*)$/gm);
  const commands = Object.values(COMMANDS).flatMap(({ summary, settings = '', options }) => [
    summary,
    settings,
    ...Object.values(options).map(({ help }) => help),
  ]);
  return [...Array.from(targets, ([, help]) => help), ...commands];
}

function pageTexts(): string[] {
  return filesOf('service/pages/*.json').flatMap((path) => {
    const messages = JSON.parse(textOf(path));
    return messagesOf(path.endsWith('/en.json') ? messages : (messages.en ?? ''));
  });
}

function messagesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value as object).flatMap(messagesOf);
}
