/** A name that a pattern fits, with what it says of the date. */
export interface DatedName {
  name: string;
  year: number | undefined;
  /** Month from 1. */
  month: number | undefined;
}

/** Whether a name is one that a Mac leaves next to files, in a folder or a zip. Never a raster. */
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

/** Months in words, in the languages of those whose rasters these are, without accents. */
const WORDS = [
  /^(jan(uary|uari|uar|v|vier|eiro)?|ene(ro)?|gen(naio)?|tammi(kuu)?)$/,
  /^(feb(ruary|ruari|ruar|braio|rero)?|fev(rier|ereiro)?|helmi(kuu)?)$/,
  /^(mar(ch|s|ts|z|t|zo|co)?|mrz|maart|maalis(kuu)?)$/,
  /^(apr(il|ile)?|avr(il)?|abr(il)?|huhti(kuu)?)$/,
  /^(may|maj|mai|mei|mag(gio)?|mayo|maio|touko(kuu)?)$/,
  /^(jun[ei]?|juni|juin|junio|junho|giu(gno)?|kesa(kuu)?)$/,
  /^(jul[yi]?|juli|juil(let)?|julio|julho|lug(lio)?|heina(kuu)?)$/,
  /^(aug(ust|usti|ustus)?|aout|ago(sto)?|elo(kuu)?)$/,
  /^(sep(t|tember|tembre|tiembre)?|sett(embre)?|setembro|syys(kuu)?)$/,
  /^(oct(ober|obre|ubre)?|okt(ober)?|ott(obre)?|outubro|loka(kuu)?)$/,
  /^(nov(ember|embre|iembre|embro)?|marras(kuu)?)$/,
  /^(dec(ember|embre)?|dez(ember|embro)?|dic(embre|iembre)?|des(ember)?|joulu(kuu)?)$/,
];

/** The month (from 1) that a text names in words. Undefined where it names none, or several. */
export function monthNamed(text: string): number | undefined {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g);
  const months = (words ?? []).flatMap((word) => {
    const month = WORDS.findIndex((known) => known.test(word));
    return month < 0 ? [] : [month + 1];
  });
  return new Set(months).size === 1 ? months[0] : undefined;
}

/** A year and a month written together: 2005-10, 200510, 2005-10-01. */
const DATED = /(?<!\d)(?:18|19|20)\d\d[-_. ]?(0[1-9]|1[0-2])(?:[-_. ]?[0-3]\d)?(?!\d)/;

/**
 * Months (from 1) that texts next to twelve bands name, each month once: in words, as dates, or by a number. Texts that name
 * none may stand between, as that of a thirteenth band for the year.
 * @returns null where the texts do not say it
 */
export function monthsNamed(texts: readonly string[]): (number | undefined)[] | null {
  const numberAt = (place: number) => (text: string) => {
    const month = Number(text.match(/\d+/g)?.at(place));
    return month >= 1 && month <= 12 ? month : undefined;
  };
  const dated = (text: string) => Number(DATED.exec(text)?.[1] ?? Number.NaN) || undefined;
  for (const read of [monthNamed, dated, numberAt(-1), numberAt(0)]) {
    const months = texts.map(read);
    const named = months.filter((month) => month !== undefined);
    if (named.length === 12 && new Set(named).size === 12) return months;
  }
  return null;
}
