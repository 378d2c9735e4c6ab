import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMacSideFile } from '../../rasters/name-pattern.ts';
import { fileKind } from '../../rasters/open/file-kind.ts';
import { hasRasterName } from '../../rasters/open/open-raster.ts';
import { listEntries } from '../../rasters/open/zip.ts';
import { type DatedName, groupNames } from './name-patterns.ts';

/** Files, or entries of one archive, whose names differ in month and only year. */
export interface RasterFilesGroup {
  /** Folder that `files` counts from. */
  folder: string;
  /** Path of the archive, where there is one, and `entry` the pattern in it. */
  files: string;
  entry?: string;
  members: DatedName[];
}

/** Rasters of a place, and what else was met there. */
interface FoundFiles {
  /** Where the recipe goes: the folder, or the one that the file is in. */
  folder: string;
  groups: RasterFilesGroup[];
  /** Sentences on files that cannot be read. */
  doubts: string[];
}

/** Endings of files that lie next to rasters and are none. */
const NO_RASTERS =
  /(readme|licen[cs]e)[^/]*$|\.(json|xml|prj|tfw|tifw|wld|msk|ovr|md|pdf|csv|html?|py|sh|r|qgz|png|jpe?g|idx)$/i;

/**
 * Lists the rasters of a folder (with those below it), of a zip or of a single file, recognised by their first bytes.
 * @throws Error when none is there
 */
export async function findRasters(from: string): Promise<FoundFiles> {
  const there = statSync(from, { throwIfNoEntry: false });
  if (!there)
    throw new Error(`${from}: there is no such file or folder. Name a folder, a zip or a raster.`);
  const folder = there.isDirectory() ? from : dirname(from);
  const names = there.isDirectory() ? filesIn(from) : [basename(from)];
  const rasters: string[] = [];
  const zips: string[] = [];
  const doubts: string[] = [];
  for (const name of names.filter((name) => !NO_RASTERS.test(name))) {
    try {
      const kind = await fileKind(join(folder, name), name);
      if (kind === 'zip') zips.push(name);
      else if (kind !== 'text' || hasRasterName(name)) rasters.push(name);
    } catch (error) {
      doubts.push(`${(error as Error).message}`);
    }
  }
  const groups: RasterFilesGroup[] = groupNames(rasters).map(({ pattern, members }) => ({
    folder,
    files: pattern,
    members,
  }));
  for (const zip of zips) {
    const inside = (await listEntries(join(folder, zip))).filter(hasRasterName);
    for (const { pattern, members } of groupNames(inside)) {
      groups.push({ folder, files: zip, entry: pattern, members });
    }
  }
  if (groups.length > 0) return { folder, groups, doubts };
  const found =
    doubts.slice(0, 3).join('\n') || `Among: ${names.slice(0, 8).join(', ') || 'nothing'}.`;
  throw new Error(
    `${from}: holds no raster, expected GeoTIFF, NetCDF, ESRI ASCII grids or a zip of them. ${found}`,
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !isMacSideFile(name))
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .sort();
}
