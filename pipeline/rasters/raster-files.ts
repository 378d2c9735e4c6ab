import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { datedFields, fieldsOf, type NamedFile, type RasterFiles } from './dated-fields.ts';
import { namesThatFit } from './name-pattern.ts';
import { isNetcdf, type RasterRef } from './open/open-raster.ts';
import { listEntries } from './open/zip.ts';

/**
 * The twelve rasters of a monthly variable, January first: a file or zip entry per month, or the
 * bands of one file. A month may be written with or without a leading zero, or as its name. Those of many
 * years, and NetCDF's, have their dates and come in the order of time.
 * @throws Error when a month is missing or has two files, and for a folder instead of a file
 */
export async function monthlyRasters(folder: string, raster: RasterFiles): Promise<RasterRef[]> {
  const files = await namedFiles(folder, raster);
  const where = relative(process.cwd(), resolve(folder, raster.files));
  const place = raster.entry === undefined ? where : `${where} > ${raster.entry}`;
  if (raster.years || (await isNetcdf(files[0].ref))) return datedFields(files, raster, place);
  const found: RasterRef[][] = Array.from({ length: 12 }, () => []);
  for (const file of files) {
    // A month by its name is a file of one band. It is opened later.
    if (file.month !== undefined) found[file.month - 1].push(file.ref);
    else for (const { date, ...ref } of await fieldsOf(file)) found[date.month - 1].push(ref);
  }
  for (const [month, refs] of found.entries()) {
    if (refs.length === 1) continue;
    const names = refs.map(({ path, entry }) => entry ?? basename(path)).join(', ');
    const what = refs.length
      ? `${refs.length === 2 ? 'two' : refs.length} files (${names})`
      : 'no file';
    const total = found.filter((refs) => refs.length > 0).length;
    const among = files.slice(0, 12).map(({ ref: { path, entry } }) => entry ?? basename(path));
    const years = new Set(files.flatMap(({ year }) => year ?? []));
    const hint =
      years.size > 1
        ? ` The names have the years ${Math.min(...years)} to ${Math.max(...years)}: say which to take the mean of with "years".`
        : '';
    throw new Error(
      `${place}: ${what} for month ${month + 1}, expected one for each of the twelve (found ${total}). Among: ${among.join(', ')}.${hint}`,
    );
  }
  return found.flat();
}

/** The one raster of a variable that does not change over the year. */
export async function yearlyRaster(folder: string, raster: RasterFiles): Promise<RasterRef> {
  const files = await namedFiles(folder, raster);
  if (files.length === 1) return files[0].ref;
  throw new Error(
    `${raster.files}: ${files.length} rasters match "${raster.entry ?? raster.files}", expected 1, as it does not change over the year: ${files.map(({ ref: { path, entry } }) => entry ?? basename(path)).join(', ')}.`,
  );
}

/** Files, or entries of archives, that fit a recipe's patterns. At least one. */
async function namedFiles(folder: string, raster: RasterFiles): Promise<NamedFile[]> {
  const { entry: pattern, crs, variable } = raster;
  const path = resolve(folder, raster.files);
  const options = { ...(crs && { crs }), ...(variable && { variable }) };
  const names = /[{*]/.test(basename(path)) ? await namesIn(path, raster.files) : [basename(path)];
  const files = names.some((name) => name === basename(path))
    ? [{ name: await existingFile(path), year: undefined, month: undefined }]
    : namesThatFit(basename(path), names);
  if (files.length === 0) {
    throw new Error(
      `${relative(process.cwd(), path)}: no file fits that name. There are: ${names.toSorted().slice(0, 12).join(', ') || 'none'}. Correct the recipe, or fetch the files.`,
    );
  }
  const found: NamedFile[] = [];
  for (const { name, year, month } of files) {
    const ref = { path: await existingFile(resolve(dirname(path), name)), ...options };
    if (pattern === undefined) found.push({ ref, year, month });
    else found.push(...(await entriesOf(ref, pattern, year, month)));
  }
  return found;
}

async function entriesOf(
  ref: RasterRef,
  pattern: string,
  year: number | undefined,
  month: number | undefined,
): Promise<NamedFile[]> {
  const inside = await listEntries(ref.path);
  const fit = namesThatFit(pattern, inside);
  const isOne = month !== undefined || !/[{*]/.test(pattern);
  if (isOne ? fit.length === 1 : fit.length > 0) {
    return fit.map((entry) => ({
      ref: { ...ref, entry: entry.name },
      year: entry.year ?? year,
      month: entry.month ?? month,
    }));
  }
  const expected = isOne ? 'expected 1' : 'expected one for each month';
  throw new Error(
    `${relative(process.cwd(), ref.path)}: ${fit.length} entries match "${pattern}", ${expected}. Inside are: ${inside.slice(0, 20).join(', ')}. Correct "entry".`,
  );
}

/** The path again. Throws when nothing or a folder is there. */
async function existingFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  const name = relative(process.cwd(), path);
  if (!found) throw new Error(`${name}: is not there. Correct the recipe, or fetch the file.`);
  if (!found.isDirectory()) return path;
  throw new Error(
    `${name}: is a folder, expected a raster. Name the files in it: "files": "${basename(path)}/*_{month}.tif". Make a Zarr store NetCDF with gdalmdimtranslate.`,
  );
}

async function namesIn(path: string, files: string): Promise<string[]> {
  try {
    return await readdir(dirname(path));
  } catch {
    throw new Error(
      `"files": "${files}" names the folder ${dirname(path)}, which is not there. Correct the recipe, or fetch the files.`,
    );
  }
}
