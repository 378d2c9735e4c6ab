import { readdir } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { ANY_YEAR, type YearMonth } from './netcdf/cf-time.ts';
import { openNetcdfFields } from './netcdf/netcdf.ts';
import { isNetcdf, openRaster, type RasterRef } from './open-raster.ts';
import { extractEntry, listEntries } from './zip.ts';

/** How a recipe names the rasters of one variable. */
export interface RasterFiles {
  files: string;
  entry?: string;
  crs?: string;
  /** The variable's name or standard name, in NetCDF. */
  variable?: string;
  /** First and last of the years to take the mean of. */
  years?: number[];
}

/** A field of a month of a year. */
export interface DatedField extends RasterRef {
  date: YearMonth;
}

/** A file that a pattern names, with what its name says of the date. */
interface NamedFile {
  path: string;
  entry?: string;
  year: number | undefined;
  month: number | undefined;
}

/**
 * The fields of a monthly variable of many years, or of NetCDF, in the order of time: twelve of each
 * year of "years", or without them one of each month. NetCDF's own time decides which they are;
 * elsewhere the name does by {year} and {month}, or the bands of a year's file.
 * @throws Error naming the month that is missing or there twice
 */
export async function datedFields(folder: string, raster: RasterFiles): Promise<DatedField[]> {
  const [first, last] = raster.years ?? [ANY_YEAR, ANY_YEAR];
  const isWanted = (year: number) => !raster.years || (year >= first && year <= last);
  const found: DatedField[] = [];
  for (const file of await namedFiles(folder, raster)) {
    if (file.year !== undefined && !isWanted(file.year)) continue;
    for (const field of await fieldsOf(file, raster)) {
      if (isWanted(field.date.year)) found.push(field);
    }
  }
  const where = relative(process.cwd(), resolve(folder, raster.files));
  if (!raster.years) return oneOfEachMonth(found, where);
  return Array.from({ length: last - first + 1 }, (_, i) =>
    twelveOf(first + i, found, where),
  ).flat();
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
        `${where}: has the years ${first} to ${last}; say which to take the mean of: "years": [${first}, ${last}].`,
      );
    }
    throw wrongCount(`month ${i + 1}`, there, fields, where);
  });
}

function wrongCount(
  month: string,
  there: readonly DatedField[],
  all: readonly DatedField[],
  where: string,
): Error {
  const names = [...new Set(there.map(({ path, entry }) => entry ?? basename(path)))];
  const found = there.length === 0 ? 'no field' : `${there.length} fields (${names.join(', ')})`;
  const hint = there.length > 2 ? ' Means of each hour of the day are not what is wanted.' : '';
  return new Error(
    `${where}: ${found} for ${month}, expected one; ${all.length} are there in all.${hint} Complete the files, or correct "files" and "years".`,
  );
}

/** Files or entries that fit the pattern, by name. */
async function namedFiles(folder: string, raster: RasterFiles): Promise<NamedFile[]> {
  const path = resolve(folder, raster.files);
  const names = await readdir(dirname(path)).catch(() => {
    throw new Error(
      `"files": "${raster.files}" names the folder ${dirname(path)}, which is not there. Correct the recipe, or fetch the files.`,
    );
  });
  const files = matches(basename(path), names).map(({ name, ...date }) => ({
    ...date,
    path: resolve(dirname(path), name),
  }));
  if (files.length === 0) {
    throw new Error(
      `${relative(process.cwd(), path)}: no file fits that name. There are: ${names.toSorted().slice(0, 12).join(', ') || 'none'}. Correct the recipe, or fetch the files.`,
    );
  }
  const { entry: pattern } = raster;
  if (pattern === undefined) return files;
  const inside = await Promise.all(
    files.map(async (file) =>
      matches(pattern, await listEntries(file.path)).map(({ name: entry, year, month }) => ({
        path: file.path,
        entry,
        year: year ?? file.year,
        month: month ?? file.month,
      })),
    ),
  );
  if (inside.flat().length > 0) return inside.flat();
  throw new Error(`${relative(process.cwd(), path)}: no entry fits "${pattern}". Correct "entry".`);
}

interface DatedName {
  name: string;
  year: number | undefined;
  month: number | undefined;
}

/** {year} is four digits, {month} one or two, * any run of characters but a slash. */
function matches(pattern: string, names: readonly string[]): DatedName[] {
  const escaped = pattern.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  const isTight = /\{year\}\{month\}/.test(pattern);
  const expression = new RegExp(
    `^${escaped
      .replace('{year}', '(?<year>\\d{4})')
      .replace('{month}', isTight ? '(?<month>\\d{2})' : '0?(?<month>\\d{1,2})')}$`,
  );
  return names.toSorted().flatMap((name) => {
    const { groups = {} } = expression.exec(name) ?? { groups: undefined };
    if (!expression.test(name)) return [];
    const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
    return [{ name, year: number(groups?.year), month: number(groups?.month) }];
  });
}

async function fieldsOf(file: NamedFile, raster: RasterFiles): Promise<DatedField[]> {
  const { path, entry } = file;
  const { crs, variable } = raster;
  const ref: RasterRef = {
    path,
    ...(entry && { entry }),
    ...(crs && { crs }),
    ...(variable && { variable }),
  };
  const months = isNetcdf(entry ?? path) ? await netcdfMonths(ref) : await bandMonths(ref);
  const name = entry ?? basename(path);
  return months.map(({ year = file.year ?? ANY_YEAR, month = file.month }, i) => {
    if (month === undefined) {
      throw new Error(`${name}: does not say its month; put {month} in its place in "files".`);
    }
    refuseContradiction(name, file, { year, month });
    return { ...ref, band: i + 1, date: { year, month } };
  });
}

function refuseContradiction(name: string, file: NamedFile, { year, month }: YearMonth): void {
  if ((file.month ?? month) === month && (file.year ?? year) === year) return;
  throw new Error(
    `${name}: its time is ${year}-${month}, but its name says ${file.year ?? year}-${file.month ?? month}. Rename the file, or leave {month} and {year} out of "files", so that the file's own time counts.`,
  );
}

/** By the file's time; twelve fields without one are January to December. */
async function netcdfMonths(ref: RasterRef): Promise<Partial<YearMonth>[]> {
  const { path, entry, ...options } = ref;
  const extracted = entry === undefined ? null : await extractEntry(path, entry);
  try {
    const opened = await openNetcdfFields(extracted?.path ?? path, entry ?? basename(path), {
      ...options,
    });
    await opened.close();
    if (opened.months) return opened.months;
    return opened.fields === 12 ? januaryToDecember() : Array(opened.fields).fill({});
  } finally {
    extracted?.remove();
  }
}

async function bandMonths(ref: RasterRef): Promise<Partial<YearMonth>[]> {
  const raster = await openRaster(ref);
  await raster.close();
  return raster.bands === 12 ? januaryToDecember() : [{}];
}

function januaryToDecember(): Partial<YearMonth>[] {
  return Array.from({ length: 12 }, (_, i) => ({ month: i + 1 }));
}
