import type { Language } from './words.ts';

const LOCALES: Record<Language, string> = { sv: 'sv-SE', en: 'en-GB' };

/** A text with its `{name}` places filled. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** By language and decimals: one takes longer to make than to write a hundred numbers with. */
const formats = new Map<string, Intl.NumberFormat>();

/** A number as it is written in a language. */
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

/**
 * Years until a price is earned: a tenth says too much of 23, and a begun year is not over. Five hundredths
 * of one do not count.
 */
export function formatYears(years: number, lang: Language): string {
  const tenths = Math.round(10 * years) / 10;
  return tenths < 10 ? formatNumber(tenths, lang, 1) : formatNumber(Math.ceil(tenths), lang);
}

/** Short names of the months, January first. */
export function listMonths(lang: Language): string[] {
  const format = new Intl.DateTimeFormat(LOCALES[lang], { month: 'short', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(2025, month, 1)).replace('.', ''),
  );
}

/** The eight names of the compass in a text with bars between them, clockwise from north. */
export function listCompass(list: string): string[] {
  return list.split('|');
}

/** The name nearest to an azimuth. */
export function nameCompass(list: string, azimuth: number): string {
  return listCompass(list)[Math.round(azimuth / 45) % 8];
}
