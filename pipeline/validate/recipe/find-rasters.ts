import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { foreignFormat, isZarr, zarrRefusal } from '../../rasters/foreign-formats.ts';
import { listEntries } from '../../rasters/zip.ts';
import { type DatedName, groupNames } from './name-patterns.ts';

/** Files, or entries of one archive, whose names differ in month and year alone. */
export interface RasterFilesGroup {
  /** Folder that `files` counts from. */
  folder: string;
  /** Path of the archive, where there is one, and `entry` the pattern in it. */
  files: string;
  entry?: string;
  members: DatedName[];
}

/** Rasters of a place, and what else was met there. */
export interface FoundFiles {
  /** Where the recipe goes: the folder, or the one that the file is in. */
  folder: string;
  groups: RasterFilesGroup[];
  /** Sentences on files that cannot be read. */
  doubts: string[];
}

const RASTERS = ['.tif', '.tiff', '.asc', '.txt', '.nc', '.nc4', '.cdf'];

/**
 * Lists the rasters of a folder (with those below it), of a zip or of a single file.
 * @throws Error when none is there
 */
export async function findRasters(from: string): Promise<FoundFiles> {
  const there = statSync(from, { throwIfNoEntry: false });
  if (!there) throw new Error(`${from}: is not there. Give a folder, a zip or a file: FROM=data.`);
  const folder = there.isDirectory() ? from : dirname(from);
  const names = there.isDirectory() ? filesIn(from) : [basename(from)];
  if (isZarr(names)) throw new Error(`${from}: ${await zarrRefusal(from)}`);
  const groups: RasterFilesGroup[] = groupNames(names.filter(isRaster)).map(
    ({ pattern, members }) => ({ folder, files: pattern, members }),
  );
  for (const zip of names.filter((name) => extname(name).toLowerCase() === '.zip')) {
    const inside = (await listEntries(join(folder, zip))).filter(isRaster);
    for (const { pattern, members } of groupNames(inside)) {
      groups.push({ folder, files: zip, entry: pattern, members });
    }
  }
  const doubts = foreignDoubts(folder, names);
  if (groups.length > 0) return { folder, groups, doubts };
  const found = doubts.join(' ') || `Among: ${names.slice(0, 8).join(', ') || 'nothing'}.`;
  throw new Error(
    `${from}: holds no raster, expected ${RASTERS.join(', ')} or a .zip of them. ${found}`,
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .sort();
}

/** Text that is no grid has other names: a README, a licence. */
function isRaster(name: string): boolean {
  return RASTERS.includes(extname(name).toLowerCase()) && !/readme|licen[cs]e/i.test(name);
}

function foreignDoubts(folder: string, names: readonly string[]): string[] {
  const foreign = names.flatMap((name) => foreignFormat(join(folder, name)) ?? []);
  return foreign.length > 1
    ? [`${foreign.length} files are of formats that are not read; the first ${foreign[0]}`]
    : foreign;
}
