import { appendFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { artifactContents } from '../../schemas/read-artifact.ts';
import type { BuildKey, OutputRecord, Recipe, Shard } from '../../schemas/types.ts';
import { datasetAccuracy } from '../accuracy/dataset-accuracy.ts';
import { type Built, buildDataset } from '../dataset/build-dataset.ts';
import { withInputs } from '../dataset/dataset-inputs.ts';
import { summaryPath } from '../dataset/dataset-writer.ts';
import { rowPool } from '../dataset/row-pool.ts';
import { cellsText } from '../dataset/survey.ts';
import { fileRecord, PROJECT } from '../files/file-record.ts';
import type { Progress } from '../files/progress.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { buildPrices, type PriceInputs, readPriceInputs } from '../prices/build-prices.ts';
import type { ClimateFiles } from '../rasters/climate-rasters.ts';
import { mergeShards, shardPath } from './merge-shards.ts';

/** Where a build writes, and the folder that its files are for. */
export interface BuildFolders {
  staging: string;
  out: string;
}

/** How many threads build, and what is told meanwhile. */
export interface Hands {
  workers: number;
  progress: Progress;
}

/** The yield dataset's file in a folder. */
export function pvYieldPath(folder: string): string {
  return join(folder, 'pv-yield.bin');
}

/** The prices' file in a folder. */
export function pricesPath(folder: string): string {
  return join(folder, 'prices.bin');
}

/** Builds every binary of a recipe, and the summary of all beside pv-yield.bin. */
export async function buildOutputs(
  loaded: LoadedRecipe,
  files: ClimateFiles,
  folders: BuildFolders,
  hands: Hands,
): Promise<OutputRecord[]> {
  const prices = await priceInputs(loaded);
  const path = pvYieldPath(folders.staging);
  const built = await buildPvYield(loaded.recipe, files, path, hands);
  return outputsBeside(built, loaded.recipe, prices, folders);
}

/** Builds one part of the yield dataset; the prices that will be joined to it are read for their faults. */
export async function buildPart(
  loaded: LoadedRecipe,
  files: ClimateFiles,
  { staging, out }: BuildFolders,
  hands: Hands,
  shard: Shard,
): Promise<void> {
  await priceInputs(loaded);
  const path = shardPath(pvYieldPath(staging), shard.index, shard.count);
  const built = await buildPvYield(loaded.recipe, files, path, hands, shard);
  rmSync(summaryPath(path));
  await outputRecord(path, out, cellsText(built));
}

/** Joins the parts of the yield dataset that lie in `out`, and builds the prices. */
export async function mergeOutputs(
  loaded: LoadedRecipe,
  folders: BuildFolders,
  count: number,
  key: BuildKey,
): Promise<OutputRecord[]> {
  const prices = await priceInputs(loaded);
  const path = pvYieldPath(folders.staging);
  const built = await mergeShards(pvYieldPath(folders.out), count, key, path);
  return outputsBeside(built, loaded.recipe, prices, folders);
}

/** Before the yields: what is wrong with the prices is told at once, not after hours. */
async function priceInputs({ recipe, folder }: LoadedRecipe): Promise<PriceInputs | null> {
  return recipe.prices ? readPriceInputs(recipe.prices, folder) : null;
}

/** The worker threads start first: they are ready when the frame is. */
async function buildPvYield(
  recipe: Recipe,
  files: ClimateFiles,
  path: string,
  { workers, progress }: Hands,
  shard?: Shard,
): Promise<Built> {
  const pool = rowPool(workers);
  try {
    const run = { pool, progress, measureAccuracy: datasetAccuracy, shard };
    return await withInputs(recipe, files, (inputs) => buildDataset(inputs, path, run));
  } finally {
    await pool.close();
  }
}

/** The record of the yield dataset, and of the prices when the recipe has some. */
async function outputsBeside(
  built: Built,
  recipe: Recipe,
  inputs: PriceInputs | null,
  { staging, out }: BuildFolders,
): Promise<OutputRecord[]> {
  const pvYield = await outputRecord(pvYieldPath(staging), out, cellsText(built));
  const { prices } = recipe;
  if (!prices || !inputs) return [pvYield];
  const path = pricesPath(staging);
  const { summary, gaps } = buildPrices(recipe, prices, inputs, built.mask, path);
  appendFileSync(summaryPath(pvYieldPath(staging)), summary);
  for (const gap of gaps) console.log(gap);
  return [pvYield, await outputRecord(path, out, `prices of ${prices.year}`)];
}

/** The record of a built file, by the name that it is for. */
async function outputRecord(path: string, out: string, what: string): Promise<OutputRecord> {
  const record = {
    ...(await fileRecord(path)),
    path: relative(PROJECT, join(out, basename(path))),
  };
  console.log(`${record.path}: ${what}, ${record.bytes} bytes, sha256 ${record.sha256}`);
  return { ...record, contents: await artifactContents(path) };
}
