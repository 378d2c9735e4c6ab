import { monthNamed } from '../../rasters/name-pattern.ts';

/** Names that differ in month and only year. */
interface NameGroup {
  /** As in a recipe's "files": {month}, {year} and * in their places. The name itself where it only is. */
  pattern: string;
  members: DatedName[];
}

/** A name, with what it says of its date. */
export interface DatedName {
  name: string;
  month?: number;
  year?: number;
}

/** One way to read a name. */
interface Reading extends DatedName {
  pattern: string;
}

/** CM SAF and others: year and month in one run of digits, day, hour and version behind. */
const TIGHT = /(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(\d*[^.]*)(?=\.\w+$|$)/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const MONTH = /(?<!\d)(?:0?[1-9]|1[0-2])(?!\d)/g;

/**
 * Groups names by the place where a month stands. Which number that is shows only next to the others:
 * of `gh_0_5_sarah2.tif` the one that the most other months replace.
 */
export function groupNames(names: readonly string[]): NameGroup[] {
  const readings = names.map(readingsOf);
  const dates = new Map<string, Set<string>>();
  for (const { pattern, year, month } of readings.flat()) {
    dates.set(pattern, (dates.get(pattern) ?? new Set()).add(`${year}-${month}`));
  }
  const datesOf = ({ pattern }: Reading) => dates.get(pattern)?.size ?? 0;
  const groups = new Map<string, NameGroup>();
  for (const own of readings) {
    // The first of equals: a year that all names share needs no place of its own.
    const best = own.reduce((a, b) => (datesOf(b) > datesOf(a) ? b : a));
    const { pattern, ...member } = best;
    const group = groups.get(pattern) ?? { pattern, members: [] };
    group.members.push(member);
    groups.set(pattern, group);
  }
  return [...groups.values()];
}

/** All ways, the plain name first. Folders in front stay as they are. */
function readingsOf(path: string): Reading[] {
  const at = path.lastIndexOf('/') + 1;
  const [folder, name] = [path.slice(0, at), path.slice(at)];
  const readings: Reading[] = [{ pattern: path, name: path }];
  const months = (text: string, date: { year?: number }) => {
    for (const match of text.matchAll(MONTH)) {
      const before = text.slice(0, match.index);
      const after = text.slice(match.index + match[0].length);
      const pattern = `${folder}${before}{month}${after}`;
      readings.push({ pattern, name: path, month: Number(match[0]), ...date });
    }
  };
  months(name, {});
  for (const match of name.matchAll(/\p{L}{3,}/gu)) {
    const month = monthNamed(match[0]);
    if (month === undefined) continue;
    const pattern = `${folder}${name.slice(0, match.index)}{month}${name.slice(match.index + match[0].length)}`;
    readings.push({ pattern, name: path, month });
  }
  const year = YEAR.exec(name)?.[0];
  if (year) {
    const dated = name.replace(year, '{year}');
    readings.push({ pattern: folder + dated, name: path, year: Number(year) });
    months(dated, { year: Number(year) });
  }
  const tight = TIGHT.exec(name);
  if (tight) {
    const pattern = folder + name.replace(TIGHT, tight[3] ? '{year}{month}*' : '{year}{month}');
    readings.push({ pattern, name: path, year: Number(tight[1]), month: Number(tight[2]) });
  }
  return readings;
}
