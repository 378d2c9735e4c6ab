import { basename } from 'node:path';
import type { GhiRasters } from '../../schemas/types.ts';
import { isNetcdf, openRasterFile, type RasterRef } from './open/open-raster.ts';
import { ANY_YEAR, type YearMonth } from './raster.ts';

/** How a recipe names the rasters of one variable. */
export type RasterFiles = Pick<GhiRasters, 'files' | 'entry' | 'crs' | 'variable' | 'years'>;

export interface DatedField extends RasterRef {
  date: YearMonth;
}

/** A file, or an entry of an archive, that a recipe names, with what its name says of the date. */
export interface NamedFile {
  ref: RasterRef;
  year: number | undefined;
  month: number | undefined;
}

/**
 * The fields of a monthly variable in the order of time: twelve of each year of "years", or without them one of each month.
 * NetCDF's own time decides which they are, elsewhere the name by {year} and {month}, or the bands of a file.
 * @param years first and last
 * @throws Error naming the month that is missing or there twice
 */
export async function datedFields(
  files: readonly NamedFile[],
  years: readonly number[] | undefined,
  where: string,
): Promise<DatedField[]> {
  const [first, last] = years ?? [ANY_YEAR, ANY_YEAR];
  const isWanted = (year: number) => !years || (year >= first && year <= last);
  const all: DatedField[] = [];
  for (const file of files) {
    if (file.year === undefined || isWanted(file.year)) all.push(...(await fieldsOf(file)));
  }
  const found = all.filter(({ date }) => isWanted(date.year));
  if (!years) return oneOfEachMonth(found, where);
  refuseDatedAtEnd(all, first, where);
  if (found.length === 0) {
    throw new Error(
      `${where}: no file states a year from ${first} to ${last}. Put {year} in its place in "files", or correct "years" or leave it out.`,
    );
  }
  return Array.from({ length: last - first + 1 }, (_, i) =>
    twelveOf(first + i, found, where),
  ).flat();
}

/** Whole years from the February of the first one on: its January is missing, as dates are a month late. */
function refuseDatedAtEnd(fields: readonly DatedField[], year: number, where: string): void {
  const [first, count] = [year * 12 + 1, fields.length];
  const months = new Set(fields.map(({ date }) => date.year * 12 + date.month - 1 - first));
  const isRun = months.size === count && [...months].every((month) => month >= 0 && month < count);
  if (!isRun || count % 12 !== 0) return;
  throw new Error(
    `${where}: has whole years from ${year}-02 on, expected them from ${year}-01. Dates are a month late where means are dated when the next month begins. Shift them with: cdo shifttime,-1month in.nc out.nc`,
  );
}

function twelveOf(year: number, fields: readonly DatedField[], where: string): DatedField[] {
  return Array.from({ length: 12 }, (_, i) => {
    const there = fields.filter(({ date }) => date.year === year && date.month === i + 1);
    if (there.length === 1) return there[0];
    throw wrongCount(`${year}-${String(i + 1).padStart(2, '0')}`, there, fields, where);
  });
}

function oneOfEachMonth(fields: readonly DatedField[], where: string): DatedField[] {
  const years = fields.map(({ date }) => date.year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: 12 }, (_, i) => {
    const there = fields.filter(({ date }) => date.month === i + 1);
    // Twelve months over a New Year are one mean year.
    if (there.length === 1) return { ...there[0], date: { year: ANY_YEAR, month: i + 1 } };
    if (there.length > 1 && first < last) {
      throw new Error(
        `${where}: has the years ${first} to ${last}. Say which to take the mean of: "years": [${first}, ${last}].`,
      );
    }
    throw wrongCount(`month ${i + 1}`, there, fields, where);
  });
}

function nameOf({ path, entry }: RasterRef): string {
  return entry ?? basename(path);
}

/** Values of each day or hour of a month, not of the month. */
const MANY = 20;

function wrongCount(
  month: string,
  there: readonly DatedField[],
  all: readonly DatedField[],
  where: string,
): Error {
  const names = [...new Set((there.length > 0 ? there : all).map(nameOf))];
  const shown = names.length > 3 ? [...names.slice(0, 3), '...'] : names;
  const found = there.length === 0 ? 'no field' : `${there.length} fields`;
  const what = `${where}: ${found} for ${month}, expected one. The files (${shown.join(', ')}) have ${all.length} in all.`;
  if (there.length >= MANY) {
    const line =
      names.length > 1 ? 'cdo monmean -mergetime in*.nc out.nc' : 'cdo monmean in.nc out.nc';
    return new Error(
      `${what} These are values of days or hours. Make monthly means of them with: ${line}`,
    );
  }
  const hint = there.length > 2 ? ' Means of each hour of the day are not what is wanted.' : '';
  return new Error(`${what}${hint} Complete the files, or correct "files" and "years".`);
}

/**
 * The fields of a file, by its own times or band descriptions, else by its name. Twelve fields of which nothing says the
 * month are January to December.
 * @throws Error when no month is known, or name and time differ
 */
async function fieldsOf({ ref, ...named }: NamedFile): Promise<DatedField[]> {
  // A month by its name is a file of one band. It is opened later.
  if (named.month !== undefined && !(await isNetcdf(ref)))
    return [{ ...ref, date: { year: named.year ?? ANY_YEAR, month: named.month } }];
  const opened = await openRasterFile(ref);
  await opened.close();
  const name = nameOf(ref);
  const months = opened.months ?? (opened.fields === 12 ? JANUARY_TO_DECEMBER : [{}]);
  if (opened.fields > 1 && months.length !== opened.fields && opened.kind === 'tiff') {
    throw wrongBands(name, opened.fields);
  }
  return months.flatMap(({ year = named.year ?? ANY_YEAR, month = named.month }, i) => {
    // The year next to its months.
    if (month === undefined && opened.kind === 'tiff' && opened.months) return [];
    if (month === undefined) {
      throw new Error(
        !opened.kind.startsWith('netcdf') && named.year === undefined
          ? wrongBands(name, opened.fields).message
          : `${name}: does not say its month. Put {month} in its place in "files".`,
      );
    }
    refuseContradiction(name, named, { year, month });
    return { ...ref, band: i + 1, date: { year, month } };
  });
}

function wrongBands(name: string, bands: number): Error {
  const cut =
    bands > 12
      ? ' If one is the year, keep the months with: gdal_translate -b 1 -b 2 -b 3 -b 4 -b 5 -b 6 -b 7 -b 8 -b 9 -b 10 -b 11 -b 12 in.tif out.tif'
      : '';
  return new Error(
    `${name}: has ${bands} band(s), expected 12, one a month, or descriptions that name the months. Put {month} into "files" when each month has its own file.${cut}`,
  );
}

function refuseContradiction(
  name: string,
  named: Omit<NamedFile, 'ref'>,
  { year, month }: YearMonth,
): void {
  const isAnyYear = year === ANY_YEAR || named.year === undefined || named.year === year;
  if ((named.month ?? month) === month && isAnyYear) return;
  throw new Error(
    `${name}: its time is ${year}-${month}, but its name says ${named.year ?? year}-${named.month ?? month}. Rename the file, or leave {month} and {year} out of "files", so that the file's own time counts.`,
  );
}

const JANUARY_TO_DECEMBER: Partial<YearMonth>[] = Array.from({ length: 12 }, (_, i) => ({
  month: i + 1,
}));
