import { basename, dirname, join, resolve } from 'node:path';
import type { YearMonth } from '../../rasters/netcdf/cf-time.ts';
import { gridVariables, openNetcdfFields } from '../../rasters/netcdf/netcdf.ts';
import { openNetcdf } from '../../rasters/netcdf/netcdf-file.ts';
import { isNetcdf, openRaster, type RasterRef } from '../../rasters/open-raster.ts';
import { extractEntry } from '../../rasters/zip.ts';
import type { RasterFilesGroup } from './find-rasters.ts';
import { netcdfVariable, type RecipeVariable, variableNamed } from './known-names.ts';
import type { DatedName } from './name-patterns.ts';

/** A field of a set, with what is known of its date. */
interface SetField extends Partial<YearMonth> {
  ref: RasterRef;
}

/** Rasters that one variable of a recipe could be made of. */
export interface RasterSet {
  /** Null: known, and no variable of a recipe; undefined: not known. */
  variable: RecipeVariable | null | undefined;
  /** As in a recipe. */
  files: string;
  entry?: string;
  netcdf?: { variable: string; units: string | undefined };
  fields: SetField[];
}

/** Looks into a group's files: NetCDF has a set for each variable, others have one. */
export async function rasterSets(group: RasterFilesGroup): Promise<RasterSet[]> {
  const { files, entry, members } = group;
  const place = { files, ...(entry !== undefined && { entry }) };
  if (isNetcdf(members[0].name)) return netcdfSets(group, place);
  const name = entry === undefined ? basename(files) : `${basename(files, '.zip')} ${entry}`;
  const fields = await Promise.all(members.map((member) => bandFields(group, member)));
  const named = variableNamed(name);
  // The folder may say it: ghi/01.tif.
  const variable = named === undefined ? variableNamed(dirname(files)) : named;
  return [{ variable, ...place, fields: fields.flat() }];
}

function refOf({ folder, files, entry }: RasterFilesGroup, { name }: DatedName): RasterRef {
  if (entry === undefined) return { path: resolve(folder, name) };
  return { path: resolve(folder, files), entry: name };
}

function dateOf({ year, month }: DatedName): Partial<YearMonth> {
  return { ...(year !== undefined && { year }), ...(month !== undefined && { month }) };
}

/** A file without a month in its name may hold twelve bands. */
async function bandFields(group: RasterFilesGroup, member: DatedName): Promise<SetField[]> {
  const ref = refOf(group, member);
  if (member.month !== undefined) return [{ ref, ...dateOf(member) }];
  const raster = await openRaster(ref);
  await raster.close();
  if (raster.bands !== 12) return [{ ref, ...dateOf(member) }];
  return Array.from({ length: 12 }, (_, i) => ({
    ref: { ...ref, band: i + 1 },
    ...dateOf(member),
    month: i + 1,
  }));
}

async function netcdfSets(
  group: RasterFilesGroup,
  place: { files: string; entry?: string },
): Promise<RasterSet[]> {
  const variables = await inFile(refOf(group, group.members[0]), async (path, name) => {
    const file = await openNetcdf(path, name);
    await file.close();
    return gridVariables(file);
  });
  const sets: RasterSet[] = [];
  for (const { name, attributes } of variables) {
    const standard = String(attributes.standard_name ?? '');
    const variable = netcdfVariable(name, standard);
    if (!variable) continue;
    const { units } = attributes;
    const stated = typeof units === 'string' ? units : undefined;
    const fields: SetField[] = [];
    for (const member of group.members) fields.push(...(await timeFields(group, member, name)));
    sets.push({ variable, ...place, netcdf: { variable: name, units: stated }, fields });
  }
  return sets;
}

/** By the file's time; the name counts where a file has none. */
async function timeFields(
  group: RasterFilesGroup,
  member: DatedName,
  variable: string,
): Promise<SetField[]> {
  const ref = { ...refOf(group, member), variable };
  const opened = await inFile(ref, async (path, name) => {
    const fields = await openNetcdfFields(path, name, { variable });
    await fields.close();
    return fields;
  });
  return Array.from({ length: opened.fields }, (_, i) => ({
    ref: { ...ref, band: i + 1 },
    ...(opened.fields === 12 && { month: i + 1 }),
    ...dateOf(member),
    ...opened.months?.[i],
  }));
}

async function inFile<Result>(
  { path, entry }: RasterRef,
  look: (path: string, name: string) => Promise<Result>,
): Promise<Result> {
  if (entry === undefined) return look(path, basename(path));
  const extracted = await extractEntry(path, entry);
  try {
    return await look(extracted.path, join(basename(path), entry));
  } finally {
    extracted.remove();
  }
}

/** Calendar months that a set has, in order. */
export function monthsOf({ fields }: Pick<RasterSet, 'fields'>): number[] {
  const months = new Set(fields.flatMap(({ month }) => month ?? []));
  return [...months].sort((a, b) => a - b);
}

/** The longest run of years that have all twelve months; null where no year is told, or none is whole. */
export function wholeYears({ fields }: Pick<RasterSet, 'fields'>): [number, number] | null {
  const dates = new Set(fields.map(({ year, month }) => `${year}-${month}`));
  const years = [...new Set(fields.flatMap(({ year }) => year ?? []))].sort((a, b) => a - b);
  const isWhole = (year: number) =>
    Array.from({ length: 12 }, (_, i) => dates.has(`${year}-${i + 1}`)).every(Boolean);
  let best: [number, number] | null = null;
  let first: number | null = null;
  for (const year of years) {
    if (!isWhole(year)) {
      first = null;
      continue;
    }
    if (first === null || !isWhole(year - 1)) first = year;
    if (!best || year - first > best[1] - best[0]) best = [first, year];
  }
  return best;
}

/** The field nearest to July, which has sun everywhere. */
export function sampleOf({ fields }: RasterSet): RasterSet['fields'][number] {
  const off = ({ month = 13 }: { month?: number }) => Math.abs(month - 7);
  return fields.reduce((a, b) => (off(b) < off(a) ? b : a));
}

/** The years to take the mean of, where the fields have years that a recipe must name. */
export function yearsOf(set: RasterSet): [number, number] | null {
  const years = new Set(set.fields.flatMap(({ year }) => year ?? []));
  const isNamed = `${set.files}${set.entry ?? ''}`.includes('{year}');
  return years.size > 1 || (isNamed && !set.netcdf) ? wholeYears(set) : null;
}
