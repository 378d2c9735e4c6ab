/** Finds the sentences of a text and measures how easily they read. */
import { marked, type Token, type Tokens } from 'marked';

export interface Prose {
  /** Paragraphs and list items, as plain text. */
  paragraphs: string[];
  /** Text that is no sentence: headings and cells of tables. */
  fragments: string[];
  headings: number;
}

export interface Readability {
  words: number;
  medianWordsPerSentence: number;
  /** Share of sentences with more than 35 words, in per cent. */
  longSentencesPct: number;
  semicolonsPer100Words: number;
  wordsPerHeading: number;
}

const LONG_SENTENCE_WORDS = 35;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Reads Markdown, without its code and quotations. */
export function readMarkdown(markdown: string): Prose {
  const prose: Prose = { paragraphs: [], fragments: [], headings: 0 };
  for (const token of marked.lexer(markdown)) addBlock(token as Tokens.Generic, prose);
  return prose;
}

function addBlock(token: Tokens.Generic, prose: Prose): void {
  if (token.type === 'paragraph' || token.type === 'text') {
    prose.paragraphs.push(plainText(token));
  } else if (token.type === 'heading') {
    prose.headings++;
    prose.fragments.push(plainText(token));
  } else if (token.type === 'table') {
    for (const cell of [token.header, ...token.rows].flat()) prose.fragments.push(plainText(cell));
  } else if (token.type === 'list') {
    for (const item of token.items) for (const part of item.tokens) addBlock(part, prose);
  }
}

/** Joins a block's words. A piece of code counts as one word, a link as its text. */
function plainText(token: Token | Tokens.TableCell): string {
  if ('type' in token && token.type === 'codespan') return 'CODE';
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('');
  return 'text' in token ? String(token.text) : ' ';
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}.,'’-]*/gu)?.length ?? 0;
}

/** Measures prose. A sentence of one or two words is none. */
export function measure({ paragraphs, fragments, headings }: Prose): Readability {
  const lengths = paragraphs
    .flatMap(splitSentences)
    .map(countWords)
    .filter((words) => words > 2)
    .sort((a, b) => a - b);
  const words = paragraphs.reduce((sum, text) => sum + countWords(text), 0);
  const semicolons = [...paragraphs, ...fragments].join('').split(';').length - 1;
  const allWords = fragments.reduce((sum, text) => sum + countWords(text), words);
  const long = lengths.filter((length) => length > LONG_SENTENCE_WORDS).length;
  return {
    words: allWords,
    medianWordsPerSentence: lengths[lengths.length >> 1] ?? 0,
    longSentencesPct: (100 * long) / (lengths.length || 1),
    semicolonsPer100Words: (100 * semicolons) / (allWords || 1),
    wordsPerHeading: words / (headings || 1),
  };
}

function splitSentences(text: string): string[] {
  return [...segmenter.segment(text.replace(/\s+/g, ' '))].map(({ segment }) => segment);
}
