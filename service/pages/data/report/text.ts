import { COUNTRY } from '../../../../schemas/codec/coverage-mask.ts';
import { type Language, type Words, wordsOf } from '../../messages/messages.ts';
import { escapeText } from '../../ui/charts/svg.ts';
import swedish from './texts-sv.json' with { type: 'json' };

/** How a report writes its texts and numbers in a language. */
export interface ReportText {
  words: Words['report'];
  /** A number, with all of its decimals or a fixed count of them. Thousands have no separator. */
  number(value: number, decimals?: number): string;
  areaName(coverage: string): string;
  /** HTML of a text that is the dataset's own, and in English. Those of the default dataset have a Swedish form. */
  quote(text: string): string;
}

export function reportText(language: Language): ReportText {
  const point = language === 'sv' ? ',' : '.';
  const isEnglish = language === 'en';
  const words = wordsOf(language).report;
  return {
    words,
    number: (value, decimals) =>
      (decimals === undefined ? String(value) : value.toFixed(decimals)).replace('.', point),
    areaName: (coverage) => (coverage === COUNTRY ? words.sweden : coverage),
    quote: (text) => (isEnglish ? escapeText(text) : quoteInSwedish(text)),
  };
}

const SWEDISH = new Map(Object.entries(swedish));

/** Translates a text, or what is before the colon of a list of figures. */
function quoteInSwedish(text: string): string {
  const [head, ...figures] = text.split(': ');
  const found = SWEDISH.get(text) ?? SWEDISH.get(head)?.concat(`: ${figures.join(': ')}`);
  return found === undefined ? `<span lang="en">${escapeText(text)}</span>` : escapeText(found);
}
