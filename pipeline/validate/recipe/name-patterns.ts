import { type DatedName, monthNamed } from '../../rasters/name-pattern.ts';

/** Names that differ in month and only year. */
interface NameGroup {
  /** Pattern as in a recipe's "files": {month}, {year} and * in their places. The name itself where it only is. */
  pattern: string;
  members: DatedName[];
}

/** One way to read a name. */
interface Reading extends DatedName {
  pattern: string;
}

/** CM SAF and others: year and month in one run of digits, day, hour and version behind. */
const TIGHT = /(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(\d*[^.]*)(?=\.\w+$|$)/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** A number from 1 to 12, or a word that may name a month. */
const MONTH = /(?<!\d)(?:0?[1-9]|1[0-2])(?!\d)|\p{L}{3,}/gu;

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
    const { pattern, ...member } = own.reduce((a, b) => (datesOf(b) > datesOf(a) ? b : a));
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
  const readings = textReadings(path, folder, name, undefined);
  const year = YEAR.exec(name)?.[0];
  if (year) {
    readings.push(...textReadings(path, folder, name.replace(year, '{year}'), Number(year)));
  }
  const tight = TIGHT.exec(name);
  if (tight) {
    const pattern = folder + name.replace(TIGHT, tight[3] ? '{year}{month}*' : '{year}{month}');
    readings.push({ pattern, name: path, year: Number(tight[1]), month: Number(tight[2]) });
  }
  return readings;
}

/** A text as it is, and with each of its months replaced. */
function textReadings(
  path: string,
  folder: string,
  text: string,
  year: number | undefined,
): Reading[] {
  const readings: Reading[] = [{ pattern: folder + text, name: path, year, month: undefined }];
  for (const { 0: found, index } of text.matchAll(MONTH)) {
    const month = Number(found) || monthNamed(found);
    if (month === undefined) continue;
    const pattern = `${folder}${text.slice(0, index)}{month}${text.slice(index + found.length)}`;
    readings.push({ pattern, name: path, year, month });
  }
  return readings;
}
