import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type DatedField, datedFields, type NamedFile, type RasterFiles } from './dated-fields.ts';
import { namesThatFit } from './name-pattern.ts';
import { fileKind } from './open/file-kind.ts';
import type { RasterRef } from './open/open-raster.ts';
import { listEntries } from './open/zip.ts';
import { ANY_YEAR } from './raster.ts';

/**
 * The fields of a monthly variable: a file or zip entry per month, the bands of one file, or NetCDF's times. Twelve, or
 * those of each year of "years", in the order of time.
 * @throws Error when a month is missing or is there twice, and for a folder instead of a file
 */
export async function monthlyRasters(folder: string, raster: RasterFiles): Promise<DatedField[]> {
  const files = await namedFiles(folder, raster);
  const where = relative(process.cwd(), resolve(folder, raster.files));
  return datedFields(
    files,
    raster.years,
    raster.entry === undefined ? where : `${where} > ${raster.entry}`,
  );
}

/** The one raster of a variable that does not change over the year. */
export async function yearlyRaster(folder: string, raster: RasterFiles): Promise<DatedField[]> {
  const files = await namedFiles(folder, raster);
  if (files.length === 1) return [{ ...files[0].ref, date: { year: ANY_YEAR, month: 1 } }];
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
    ? [{ name: await existingFile(folder, path), year: undefined, month: undefined }]
    : namesThatFit(basename(path), names);
  if (files.length === 0) {
    throw new Error(
      `${relative(process.cwd(), path)}: no file fits that name. There are: ${names.toSorted().slice(0, 12).join(', ') || 'none'}. Correct the recipe, or fetch the files.`,
    );
  }
  const found: NamedFile[] = [];
  for (const { name, year, month } of files) {
    const ref = { path: await existingFile(folder, resolve(dirname(path), name)), ...options };
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
  const name = relative(process.cwd(), ref.path);
  if ((await fileKind(ref.path, name)) !== 'zip')
    throw new Error(`${name}: is no zip archive. Leave out "entry".`);
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
    `${name}: ${fit.length} entries match "${pattern}", ${expected}. Inside are: ${inside.slice(0, 20).join(', ')}. Correct "entry".`,
  );
}

/** The path again. Throws when nothing or a folder is there. @param folder the recipe's, which its paths begin in */
async function existingFile(folder: string, path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  const name = relative(process.cwd(), path);
  if (!found) throw new Error(`${name}: is not there. Correct the recipe, or fetch the file.`);
  if (!found.isDirectory()) return path;
  const files = join(relative(folder, path), '*_{month}.tif');
  throw new Error(
    `${name}: is a folder, expected a raster. Name the files in it: "files": "${files}". Make a Zarr store NetCDF with gdalmdimtranslate.`,
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
