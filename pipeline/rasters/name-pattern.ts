import { monthNamed } from './month-names.ts';

/** A name that a pattern fits, with what it says of the date. */
export interface DatedName {
  name: string;
  year: number | undefined;
  /** From 1. */
  month: number | undefined;
}

/** Whether a name is one that a Mac leaves beside files, in a folder or a zip; never a raster. */
export function isMacSideFile(name: string): boolean {
  return /(^|\/)(\._|__MACOSX\/|\.DS_Store$)/.test(name);
}

/**
 * Names that a recipe's pattern fits, sorted: {year} is four digits, {month} one or two or a month's name, * any run of
 * characters but a slash.
 */
export function namesThatFit(pattern: string, names: readonly string[]): DatedName[] {
  const escaped = pattern.replace(/[.+?^$()|[\]{}\\]/g, '\\$&').replaceAll('*', '[^/]*');
  const isTight = /\{year\}\{month\}/.test(pattern);
  const expression = new RegExp(
    `^${escaped
      .replace('\\{year\\}', '(?<year>\\d{4})')
      .replace('\\{month\\}', isTight ? '(?<month>\\d{2})' : '(?<month>0?\\d{1,2}|\\p{L}{3,})')}$`,
    'u',
  );
  return names.toSorted().flatMap((name) => {
    const match = isMacSideFile(name) ? null : expression.exec(name);
    if (!match) return [];
    const { year, month } = match.groups ?? {};
    const number = month === undefined ? undefined : Number(month) || monthNamed(month) || 0;
    if (number !== undefined && !(number >= 1 && number <= 12)) return [];
    return [{ name, year: year === undefined ? undefined : Number(year), month: number }];
  });
}
