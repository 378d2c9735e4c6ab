import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { datedFields, type RasterFiles } from './dated-fields.ts';
import { isZarr, zarrRefusal } from './foreign-formats.ts';
import { isNetcdf, openRaster, type RasterRef } from './open-raster.ts';
import { listEntries } from './zip.ts';

const MONTH = '{month}';

/**
 * The twelve rasters of a monthly variable, January first: a file or zip entry per month, or the
 * bands of one file. A month's number may be written with or without a leading zero. Those of many
 * years, and NetCDF's, have their dates and come in the order of time.
 * @throws Error when a month is missing or has two files, and for a folder instead of a file
 */
export async function monthlyRasters(folder: string, raster: RasterFiles): Promise<RasterRef[]> {
  if (raster.years || isNetcdf(raster.entry ?? raster.files)) return datedFields(folder, raster);
  const path = resolve(folder, raster.files);
  const crs = raster.crs === undefined ? {} : { crs: raster.crs };
  if (raster.files.includes(MONTH)) {
    const names = await namesIn(dirname(path), raster.files);
    const byMonth = matchMonths(basename(path), names, path);
    return Promise.all(
      byMonth.map(async (name) => {
        const file = { path: await existingFile(resolve(dirname(path), name)), ...crs };
        return raster.entry ? { ...file, entry: await soleEntry(file.path, raster.entry) } : file;
      }),
    );
  }
  await existingFile(path);
  if (raster.entry?.includes(MONTH)) {
    const entries = matchMonths(raster.entry, await listEntries(path), `${path} > ${raster.entry}`);
    return entries.map((entry) => ({ path, entry, ...crs }));
  }
  const file = {
    path,
    ...crs,
    ...(raster.entry ? { entry: await soleEntry(path, raster.entry) } : {}),
  };
  return monthlyBands(file);
}

/** The one raster of a variable that does not change over the year. */
export async function yearlyRaster(folder: string, raster: RasterFiles): Promise<RasterRef> {
  const path = await existingFile(resolve(folder, raster.files));
  const { crs, variable } = raster;
  const options = { ...(crs && { crs }), ...(variable && { variable }) };
  return {
    path,
    ...options,
    ...(raster.entry ? { entry: await soleEntry(path, raster.entry) } : {}),
  };
}

/** The path again; throws when nothing or a folder is there. */
async function existingFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  const name = relative(process.cwd(), path);
  if (!found) throw new Error(`${name}: is not there. Correct the recipe, or fetch the file.`);
  if (!found.isDirectory()) return path;
  if (isZarr(await readdir(path))) throw new Error(`${name}: ${await zarrRefusal(name)}`);
  throw new Error(
    `${name}: is a folder, expected a raster. Name the files in it: "files": "${basename(path)}/*_${MONTH}.tif".`,
  );
}

async function namesIn(folder: string, files: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    throw new Error(
      `"files": "${files}" names the folder ${folder}, which is not there. Correct the recipe, or fetch the files.`,
    );
  }
}

async function monthlyBands(file: RasterRef): Promise<RasterRef[]> {
  const raster = await openRaster(file);
  await raster.close();
  if (raster.bands !== 12) {
    throw new Error(
      `${file.path}: has ${raster.bands} band(s), expected 12, one a month. Put ${MONTH} into "files" when each month has its own file.`,
    );
  }
  return Array.from({ length: 12 }, (_, month) => ({ ...file, band: month + 1 }));
}

async function soleEntry(zip: string, pattern: string): Promise<string> {
  const expression = patternExpression(pattern);
  const entries = await listEntries(zip);
  const found = entries.filter((entry) => expression.test(entry));
  if (found.length === 1) return found[0];
  throw new Error(
    `${zip}: ${found.length} entries match "${pattern}", expected 1. Inside are: ${entries.join(', ')}.`,
  );
}

function matchMonths(pattern: string, names: string[], where: string): string[] {
  const expression = patternExpression(pattern);
  const found: string[][] = Array.from({ length: 12 }, () => []);
  for (const name of names) {
    const month = Number(expression.exec(name)?.[1]);
    if (month >= 1 && month <= 12) found[month - 1].push(name);
  }
  for (let month = 0; month < 12; month++) {
    if (found[month].length === 1) continue;
    const what = found[month].length ? `two files (${found[month].join(', ')})` : 'no file';
    const total = found.filter((files) => files.length > 0).length;
    throw new Error(
      `${where}: ${what} for month ${month + 1}, expected one for each of the twelve (found ${total}). Among: ${names.slice(0, 12).join(', ') || 'nothing'}.`,
    );
  }
  return found.map(([name]) => name);
}

/** {month} becomes a group of one or two digits, * any run of characters but a slash. */
function patternExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  return new RegExp(`^${escaped.replace(MONTH, '0?(\\d{1,2})')}$`);
}
