import en from './en.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };

/** The languages of the pages. The first is the default. */
export const LANGUAGES = ['sv', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** All texts of the pages, in groups: `site` for every page, then one a page. */
export type Words = typeof sv;

const WORDS: Record<Language, Words> = { sv, en };

/** The texts in a language. */
export function wordsOf(language: Language): Words {
  return WORDS[language];
}
