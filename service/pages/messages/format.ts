import type { SpotMonths } from '../../../schemas/types.ts';
import type { Language } from './messages.ts';

export const LOCALES: Record<Language, string> = { sv: 'sv-SE', en: 'en-GB' };

/** Fills the `{name}` places of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** Formats by language and decimals: creating one takes longer than writing a hundred numbers. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number as it is written in a language. */
export function formatNumber(value: number, lang: Language, decimals = 0): string {
  const key = `${lang} ${decimals}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(LOCALES[lang], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  formats.set(key, format);
  return format.format(value);
}

/** Formats a sum for a sentence, which needs no more of it than its hundreds. */
export function formatHundreds(value: number, lang: Language): string {
  return formatNumber(100 * Math.round(value / 100) + 0, lang);
}

/** Formats the years until a price is earned, for all pages: rounded to whole years in a sentence, to tenths in a table. */
export function formatYears(years: number, lang: Language, place: 'sentence' | 'table'): string {
  return formatNumber(years, lang, place === 'table' ? 1 : 0);
}

/** Formats a loss, 0 to 1, in percent: a calibrated one has a tenth. */
export function formatLoss(loss: number, lang: Language): string {
  const tenths = Math.round(1000 * loss) / 10;
  return formatNumber(tenths, lang, Number.isInteger(tenths) ? 0 : 1);
}

/** Names twelve months of prices: a calendar year by its number. */
export function formatMonths({ first, last }: SpotMonths, lang: Language): string {
  if (first.endsWith('-01')) return first.slice(0, 4);
  const format = new Intl.DateTimeFormat(LOCALES[lang], {
    ...{ month: 'short', year: 'numeric', timeZone: 'UTC' },
  });
  return [first, last].map((month) => format.format(Date.parse(month)).replace('.', '')).join('–');
}

/** Lists the short names of the months, January first. */
export function listMonths(lang: Language): string[] {
  const format = new Intl.DateTimeFormat(LOCALES[lang], { month: 'short', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(2025, month, 1)).replace('.', ''),
  );
}

/** Lists the eight names of the compass from a text with bars between them, clockwise from north. */
export function listCompass(list: string): string[] {
  return list.split('|');
}

/** Finds the name nearest to an azimuth. */
export function nameCompass(list: string, azimuth: number): string {
  return listCompass(list)[Math.round(azimuth / 45) % 8];
}
