import { join } from 'node:path';
import type { CoverageMask } from '../schemas/coverage-mask.ts';
import type { FileRecord, OutputRecord, Recipe, Shard } from '../schemas/types.ts';
import { type Built, buildDataset } from './build-dataset.ts';
import { buildPrices, priceSummaryLines, pricesPaths } from './build-prices.ts';
import {
  type ClimateFiles,
  checkPinnedHashes,
  climatePaths,
  openClimateRasters,
} from './climate-rasters.ts';
import { datasetFrame } from './dataset-frame.ts';
import { summaryPath } from './dataset-writer.ts';
import { fileRecord, PROJECT } from './file-record.ts';
import { mergeShards, shardPath } from './merge-shards.ts';
import { progressTo } from './progress.ts';
import type { LoadedRecipe } from './recipe.ts';
import { rowPool } from './row-pool.ts';
import { cellsText } from './survey.ts';
import { writeFileWhole } from './write-file.ts';

/** The yield dataset's file in a folder. */
export function pvYieldPath(out: string): string {
  return join(out, 'pv-yield.bin');
}

/** The prices' file in a folder. */
export function pricesPath(out: string): string {
  return join(out, 'prices.bin');
}

/** The recipe, every raster, price file and record, and the country outlines, by content; pinned hashes are checked. */
export async function inputRecords(
  loaded: LoadedRecipe,
  files: ClimateFiles,
): Promise<FileRecord[]> {
  const outlines = join(PROJECT, 'node_modules', 'world-atlas', 'countries-10m.json');
  const { recipe, folder } = loaded;
  const prices = recipe.prices ? await pricesPaths(recipe.prices, folder) : [];
  const paths = [loaded.path, ...climatePaths(files), ...prices, outlines];
  const records = await Promise.all(paths.map(fileRecord));
  checkPinnedHashes(files, new Map(records.map(({ sha256 }, i) => [paths[i], sha256])));
  return records;
}

/** Builds every binary of a recipe. */
export async function buildOutputs(
  loaded: LoadedRecipe,
  files: ClimateFiles,
  out: string,
  workers: number,
): Promise<OutputRecord[]> {
  const path = pvYieldPath(out);
  const built = await buildPvYield(loaded.recipe, files, path, workers);
  const record = await outputRecord(path, built.contentSha256, cellsText(built));
  return [record, ...(await pricesOutput(loaded, built.mask, out))];
}

/** Builds one part of the yield dataset. */
export async function outputsOfShard(
  { recipe }: LoadedRecipe,
  files: ClimateFiles,
  out: string,
  workers: number,
  shard: Shard,
): Promise<void> {
  const path = shardPath(pvYieldPath(out), shard.index, shard.count);
  const built = await buildPvYield(recipe, files, path, workers, shard);
  await outputRecord(path, built.contentSha256, cellsText(built));
}

/** Joins the parts of the yield dataset that lie in a folder, and builds the prices. */
export async function outputsOfMerge(
  loaded: LoadedRecipe,
  out: string,
  count: number,
): Promise<OutputRecord[]> {
  const path = pvYieldPath(out);
  const built = mergeShards(path, count);
  const record = await outputRecord(path, built.contentSha256, cellsText(built));
  return [record, ...(await pricesOutput(loaded, built.mask, out))];
}

/** The worker threads start first: they are ready when the frame is. */
async function buildPvYield(
  recipe: Recipe,
  files: ClimateFiles,
  path: string,
  workers: number,
  shard?: Shard,
): Promise<Built> {
  const pool = rowPool(workers);
  try {
    const frame = datasetFrame(recipe);
    const rasters = await openClimateRasters(files, frame.grid);
    try {
      const progress = progressTo(process.stderr);
      return await buildDataset(recipe, rasters, frame, path, pool, progress, shard);
    } finally {
      await rasters.close();
    }
  } finally {
    await pool.destroy();
  }
}

/** Builds the prices of a recipe that has some. */
async function pricesOutput(
  { recipe, folder }: LoadedRecipe,
  mask: CoverageMask,
  out: string,
): Promise<OutputRecord[]> {
  if (!recipe.prices) return [];
  const path = pricesPath(out);
  const { contentSha256, profile, gaps } = await buildPrices(
    recipe,
    recipe.prices,
    folder,
    mask,
    path,
  );
  writeFileWhole(summaryPath(path), priceSummaryLines(profile));
  for (const gap of gaps) console.log(gap);
  return [await outputRecord(path, contentSha256, `prices of ${recipe.prices.year}`)];
}

async function outputRecord(
  path: string,
  contentSha256: string,
  what: string,
): Promise<OutputRecord> {
  const record = await fileRecord(path);
  console.log(`${record.path}: ${what}, ${record.bytes} bytes, sha256 ${record.sha256}`);
  return { ...record, content_sha256: contentSha256 };
}
