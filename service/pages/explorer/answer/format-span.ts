import { fill, formatYears } from '../../messages/format.ts';
import type { Language, Words } from '../../messages/messages.ts';

/** Formats the years until a price is earned, or says that its life is too short. */
export function formatSpan(
  years: number | null,
  life: number,
  words: Words['earnings'],
  lang: Language,
  place: Parameters<typeof formatYears>[2],
): string {
  return years === null
    ? fill(words.notIn, { life })
    : fill(words.years, { years: formatYears(years, lang, place) });
}
