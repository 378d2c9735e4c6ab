import { join } from 'node:path';
import type { FileRecord, OutputRecord, Recipe, Shard } from '../schemas/types.ts';
import { type Built, buildDataset } from './build-dataset.ts';
import {
  type ClimateFiles,
  checkPinnedHashes,
  climatePaths,
  openClimateRasters,
} from './climate-rasters.ts';
import { datasetFrame } from './dataset-frame.ts';
import { fileRecord, PROJECT } from './file-record.ts';
import { mergeShards, shardPath } from './merge-shards.ts';
import { progressTo } from './progress.ts';
import type { LoadedRecipe } from './recipe.ts';
import { rowPool } from './row-pool.ts';

/** The yield dataset's file in a folder. */
export function pvYieldPath(out: string): string {
  return join(out, 'pv-yield.bin');
}

/** The recipe, every raster and the country outlines, by content; pinned hashes are checked. */
export async function inputRecords(
  loaded: LoadedRecipe,
  files: ClimateFiles,
): Promise<FileRecord[]> {
  const outlines = join(PROJECT, 'node_modules', 'world-atlas', 'countries-10m.json');
  const paths = [loaded.path, ...climatePaths(files), outlines];
  const records = await Promise.all(paths.map(fileRecord));
  checkPinnedHashes(files, new Map(records.map(({ sha256 }, i) => [paths[i], sha256])));
  return records;
}

/** Builds every binary of a recipe. */
export async function buildOutputs(
  recipe: Recipe,
  files: ClimateFiles,
  out: string,
  workers: number,
): Promise<OutputRecord[]> {
  return [
    await outputRecord(
      pvYieldPath(out),
      await buildPvYield(recipe, files, pvYieldPath(out), workers),
    ),
  ];
}

/** Builds one part of the yield dataset. */
export async function outputsOfShard(
  recipe: Recipe,
  files: ClimateFiles,
  out: string,
  workers: number,
  shard: Shard,
): Promise<void> {
  const path = shardPath(pvYieldPath(out), shard.index, shard.count);
  await outputRecord(path, await buildPvYield(recipe, files, path, workers, shard));
}

/** Joins the parts that lie in a folder. */
export async function outputsOfMerge(out: string, count: number): Promise<OutputRecord[]> {
  return [await outputRecord(pvYieldPath(out), mergeShards(pvYieldPath(out), count))];
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
      return await buildDataset(
        recipe,
        rasters,
        frame,
        path,
        pool,
        progressTo(process.stderr),
        shard,
      );
    } finally {
      await rasters.close();
    }
  } finally {
    await pool.destroy();
  }
}

async function outputRecord(path: string, { cells, contentSha256 }: Built): Promise<OutputRecord> {
  const record = await fileRecord(path);
  console.log(`${record.path}: ${cells} cells, ${record.bytes} bytes, sha256 ${record.sha256}`);
  return { ...record, content_sha256: contentSha256 };
}
