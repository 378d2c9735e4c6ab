import type { Language } from '../words.ts';

const LOCALES: Record<Language, string> = { sv: 'sv-SE', en: 'en-GB' };

/** A text with its `{name}` places filled. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** A number as it is written in a language. */
export function written(value: number, lang: Language, decimals = 0): string {
  return value.toLocaleString(LOCALES[lang], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** Short names of the months, January first. */
export function monthNames(lang: Language): string[] {
  const format = new Intl.DateTimeFormat(LOCALES[lang], { month: 'short', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(2025, month, 1)).replace('.', ''),
  );
}
