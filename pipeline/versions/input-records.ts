import { join, resolve } from 'node:path';
import type { FileRecord } from '../../schemas/types.ts';
import { fileRecord, PROJECT } from '../files/file-record.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { pricesPaths } from '../prices/build-prices.ts';
import { type ClimateFiles, checkPinnedHashes, climatePaths } from '../rasters/climate-rasters.ts';

/** The recipe, every raster, price file and record, and the country outlines, by content; pinned hashes are checked. */
export async function inputRecords(
  { recipe, folder, record }: LoadedRecipe,
  files: ClimateFiles,
): Promise<FileRecord[]> {
  const outlines = join(PROJECT, 'node_modules', 'world-atlas', 'countries-10m.json');
  const prices = recipe.prices ? await pricesPaths(recipe.prices, folder) : [];
  const paths = [...climatePaths(files), ...prices, outlines];
  const records = await Promise.all(paths.map(fileRecord));
  checkPinnedHashes(files, new Map(records.map(({ sha256 }, i) => [paths[i], sha256])));
  return [record, ...records];
}

/**
 * Reads every input once more behind a build: its bytes must be those that it began with.
 * @throws Error naming the inputs that are others now
 */
export async function checkInputsStand(records: readonly FileRecord[]): Promise<void> {
  const changed: string[] = [];
  for (const { path, sha256 } of records) {
    const now = await fileRecord(resolve(PROJECT, path)).catch(() => null);
    if (now?.sha256 !== sha256) changed.push(`${path} (${now ? 'changed' : 'gone'})`);
  }
  if (changed.length === 0) return;
  throw new Error(
    `inputs did not stand still while they were read: ${changed.join(', ')}. Nothing was written. Build again when they do.`,
  );
}
