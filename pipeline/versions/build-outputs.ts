import { appendFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { artifactContents } from '../../schemas/codec/read-artifact.ts';
import { PROJECT } from '../../schemas/project.ts';
import type { OutputRecord, Recipe, Shard } from '../../schemas/types.ts';
import { accuracyMeter } from '../accuracy/dataset-accuracy.ts';
import { type BuildRun, type Built, buildDataset } from '../dataset/build-dataset.ts';
import { kernelPool } from '../dataset/cube/kernel-pool.ts';
import { summaryPath } from '../dataset/dataset-file.ts';
import { cellsText } from '../dataset/source-choice.ts';
import { fileRecord } from '../files/file-record.ts';
import type { Progress } from '../files/progress.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { buildPrices, type PriceInputs, readPriceInputs } from '../prices/build-prices.ts';
import { hoursText } from '../prices/prices-text.ts';
import { periodName } from '../prices/spot/twelve-months.ts';
import type { ClimateFiles } from '../rasters/climate-files.ts';
import { mergeShards, shardPath } from './merge-shards.ts';

/** Where a build writes, and the folder that its files are for. */
export interface BuildFolders {
  staging: string;
  out: string;
}

/** A recipe with its rasters, the number of threads that build it, and the report meanwhile. */
export interface BuildPlan {
  loaded: LoadedRecipe;
  files: ClimateFiles;
  workers: number;
  progress: Progress;
}

/** The yield dataset's file in a folder. */
export function pvYieldPath(folder: string): string {
  return join(folder, 'pv-yield.bin');
}

export function pricesPath(folder: string): string {
  return join(folder, 'prices.bin');
}

/** Builds every binary of a recipe, and the summary of all next to pv-yield.bin. */
export async function buildOutputs(
  plan: BuildPlan,
  folders: BuildFolders,
): Promise<OutputRecord[]> {
  const { recipe } = plan.loaded;
  return withPool(plan, async (run) => {
    const inputs = await priceInputs(plan.loaded);
    const built = await buildDataset(recipe, plan.files, pvYieldPath(folders.staging), run);
    return recordOutputs(built, inputs, recipe, folders);
  });
}

/** Builds one part of the yield dataset. The prices that will be joined to it are read for their faults. */
export async function buildPart(
  plan: BuildPlan,
  { staging, out }: BuildFolders,
  shard: Shard,
): Promise<void> {
  const path = shardPath(pvYieldPath(staging), shard.index, shard.count);
  const built = await withPool(plan, async (run) => {
    await priceInputs(plan.loaded);
    return buildDataset(plan.loaded.recipe, plan.files, path, { ...run, shard });
  });
  rmSync(summaryPath(path));
  for (const note of built.notes ?? []) console.log(note);
  await outputRecord(path, out, cellsText(built));
}

/** Joins the parts of the yield dataset that lie in `out`, and builds the prices. */
export async function mergeOutputs(
  loaded: LoadedRecipe,
  folders: BuildFolders,
  count: number,
  key: string,
): Promise<OutputRecord[]> {
  const parts = { path: pvYieldPath(folders.out), count, key, recipe: loaded.path };
  const inputs = await priceInputs(loaded);
  const built = await mergeShards(parts, pvYieldPath(folders.staging));
  return recordOutputs(built, inputs, loaded.recipe, folders);
}

/** Begins before the yields: faults of the prices are reported at once, not after hours. */
async function priceInputs({ recipe, folder }: LoadedRecipe): Promise<PriceInputs | null> {
  return recipe.prices ? readPriceInputs(recipe.prices, folder) : null;
}

/** The worker threads start first: they are ready when prices and frame are. */
async function withPool<Result>(
  { workers, progress }: BuildPlan,
  work: (run: BuildRun) => Promise<Result>,
): Promise<Result> {
  const pool = await kernelPool(workers);
  const measureAccuracy = accuracyMeter(pool);
  const result = await work({ pool, progress, measureAccuracy }).catch(async (error) => {
    await pool.close(true);
    throw error;
  });
  await pool.close();
  return result;
}

/** The record of the yield dataset, and of the prices, which are built when the recipe has some. */
async function recordOutputs(
  built: Built,
  inputs: PriceInputs | null,
  recipe: Recipe,
  { staging, out }: BuildFolders,
): Promise<OutputRecord[]> {
  const { prices } = recipe;
  const path = pvYieldPath(staging);
  for (const note of built.notes ?? []) console.log(note);
  const pvYield = await outputRecord(path, out, cellsText(built));
  if (!prices || !inputs) return [pvYield];
  const { summary, gaps } = buildPrices(recipe, prices, inputs, built, pricesPath(staging));
  appendFileSync(summaryPath(pvYieldPath(staging)), summary);
  for (const gap of gaps) console.log(gap);
  console.log(hoursText(prices, inputs.spotYear.hours));
  const what = `prices of ${periodName(prices)}`;
  return [pvYield, await outputRecord(pricesPath(staging), out, what)];
}

async function outputRecord(path: string, out: string, what: string): Promise<OutputRecord> {
  const record = {
    ...(await fileRecord(path)),
    path: displayPath(join(out, basename(path))),
  };
  console.log(`${record.path}: ${what}, ${record.bytes} bytes, sha256 ${record.sha256}`);
  return { ...record, contents: await artifactContents(path) };
}

/** A path as messages and records have it. */
export function displayPath(path: string): string {
  return relative(PROJECT, path) || path;
}
