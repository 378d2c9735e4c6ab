import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DatedName, isMacSideFile } from '../../rasters/name-pattern.ts';
import { fileKind } from '../../rasters/open/file-kind.ts';
import { hasRasterName, type RasterRef } from '../../rasters/open/open-raster.ts';
import { listEntries } from '../../rasters/open/zip.ts';
import { groupNames } from './name-patterns.ts';

/** Files, or entries of one archive, whose names differ in month and only year. */
export interface RasterFilesGroup {
  /** Pattern of the files, or path of the archive, and `entry` the pattern in it. Counted from the folder. */
  files: string;
  entry?: string;
  members: DatedName[];
  first: RasterRef;
}

/** Endings of binary files that lie next to rasters and are none. */
const NO_RASTERS = /\.(msk|ovr|idx|pdf|png|jpe?g|qgz)$/i;

/**
 * Lists the rasters of a folder (with those below it), of a zip or of a single file, recognised by their first bytes.
 * @returns groups, sentences on files that cannot be read (`doubts`), and the folder that the recipe goes into: that of the
 *   rasters, or the one that the file is in
 * @throws Error when none is there
 */
export async function findRasters(from: string) {
  const there = statSync(from, { throwIfNoEntry: false });
  if (!there)
    throw new Error(`${from}: there is no such file or folder. Name a folder, a zip or a raster.`);
  const folder = there.isDirectory() ? from : dirname(from);
  const names = there.isDirectory() ? filesIn(from) : [basename(from)];
  const rasters: string[] = [];
  const inZips: RasterFilesGroup[] = [];
  const doubts: string[] = [];
  for (const name of names.filter((name) => !NO_RASTERS.test(name))) {
    try {
      const kind = await fileKind(join(folder, name), name);
      if (kind === 'zip') inZips.push(...(await groupsInZip(folder, name)));
      else if (kind !== 'text' || hasRasterName(name)) rasters.push(name);
    } catch (error) {
      doubts.push((error as Error).message);
    }
  }
  const plain = groupNames(rasters).map(({ pattern, members }) => {
    return { files: pattern, members, first: { path: join(folder, members[0].name) } };
  });
  const groups = [...plain, ...inZips];
  if (groups.length > 0) return { folder, groups, doubts };
  const found =
    doubts.slice(0, 3).join('\n') || `Among: ${names.slice(0, 8).join(', ') || 'nothing'}.`;
  throw new Error(
    `${from}: holds no raster, expected GeoTIFF, NetCDF, ESRI ASCII grids or a zip of them. ${found}`,
  );
}

async function groupsInZip(folder: string, files: string): Promise<RasterFilesGroup[]> {
  const path = join(folder, files);
  const names = (await listEntries(path)).filter(hasRasterName);
  return groupNames(names).map(({ pattern, members }) => {
    return { files, entry: pattern, members, first: { path, entry: members[0].name } };
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !isMacSideFile(name))
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .sort();
}
