import { escapeText } from '../ui/charts/svg.ts';
import phrases from './report-sv.json' with { type: 'json' };

/** Swedish for the report's own phrases, as HTML has them. */
const SWEDISH = new Map(
  Object.entries(phrases).map(([english, swedish]) => [escapeText(english), escapeText(swedish)]),
);

/** A phrase, the longest first, or a number with decimals. Versions and file names are neither. */
const PHRASE_OR_NUMBER = new RegExp(
  `${[...SWEDISH.keys()]
    .sort((a, b) => b.length - a.length)
    .map((phrase) => `(?<![\\w./-])${phrase.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}(?![\\w/-])`)
    .join('|')}|(?<![\\w.])\\d+\\.\\d+(?![\\w.])`,
  'g',
);

/** A word that is no name, no unit and no part of a path. */
const ENGLISH_WORD = /(?<![\p{L}\d./_-])(?!km\b)[a-z]{2,}(?![\p{L}\d/_-]|\.\w)/u;

/** Code and style, which stay. */
const VERBATIM = /(<(?:pre|style)\b[\s\S]*?<\/(?:pre|style)>)/;

/**
 * Writes the report, whose phrases are English, in Swedish. A text with words that are none of its phrases, such as a
 * source's name, stays and is marked as English.
 */
export function translateReport(html: string): string {
  return html
    .replace('<html lang="en">', '<html lang="sv">')
    .split(VERBATIM)
    .map((part, at) => (at % 2 === 0 ? translateTexts(part) : part))
    .join('');
}

function translateTexts(html: string): string {
  return html
    .replace(/>([^<>]*\w[^<>]*)(?=<(\/(?:td|li|p)>)?)/g, (all, text: string, end?: string) => {
      if (isKnown(text)) return `>${translate(text)}`;
      return end ? `><span lang="en">${text}</span>` : all;
    })
    .replace(/ aria-label="([^"]*)"/g, (all, text: string) =>
      isKnown(text) ? ` aria-label="${translate(text)}"` : all,
    );
}

/** Whether a text has no English words but those of the phrases. */
function isKnown(text: string): boolean {
  return !ENGLISH_WORD.test(text.replace(PHRASE_OR_NUMBER, ''));
}

function translate(text: string): string {
  return text.replace(PHRASE_OR_NUMBER, (found) => SWEDISH.get(found) ?? found.replace('.', ','));
}
