import type { FileRecord } from '../../schemas/types.ts';
import { fileRecord } from '../files/file-record.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { pricesPaths } from '../prices/build-prices.ts';
import { type ClimateFiles, checkPinnedHashes, climatePaths } from '../rasters/climate-files.ts';

/** The recipe, every raster, price file and record, by content. Pinned hashes are checked. */
export async function inputRecords(
  { recipe, folder, record }: LoadedRecipe,
  files: ClimateFiles,
): Promise<FileRecord[]> {
  const prices = recipe.prices ? await pricesPaths(recipe.prices, folder) : [];
  const paths = [...climatePaths(files), ...prices];
  const records = await Promise.all(paths.map(fileRecord));
  checkPinnedHashes(files, new Map(records.map(({ sha256 }, i) => [paths[i], sha256])));
  return [record, ...records];
}
