import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FileRecord, OutputRecord, Shard } from '../../schemas/types.ts';
import { fileRecord, PROJECT } from '../files/file-record.ts';
import { progressTo } from '../files/progress.ts';
import { type LoadedRecipe, loadRecipe } from '../files/recipe.ts';
import { inStaging, publish } from '../files/staging.ts';
import { writeJsonWhole } from '../files/write-whole.ts';
import { type ClimateFiles, findClimateFiles } from '../rasters/climate-files.ts';
import { buildKey, codeDigest } from './build-key.ts';
import {
  type BuildFolders,
  type BuildOptions,
  buildOutputs,
  buildPart,
  mergeOutputs,
  pricesPath,
  pvYieldPath,
} from './build-outputs.ts';
import { manifestPath, readManifest, recordBuild, SUMMARIES } from './build-record.ts';
import { currentStamp, STAMP, type Stamp } from './build-stamp.ts';
import { inputRecords } from './input-records.ts';
import { isFinishedShard, shardPath } from './merge-shards.ts';

/** A build to do: its recipe, its files, and its folder. */
export interface BuildJob extends BuildOptions {
  loaded: LoadedRecipe;
  files: ClimateFiles;
  inputs: FileRecord[];
  /** `codeDigest`, and the key of code and inputs. */
  code: string;
  key: string;
  out: string;
  /** Build although nothing changed. */
  force: boolean;
}

/** Where to and how a recipe is built. Progress is shown on standard error unless `progress` is given. */
export type BuildWay = Pick<BuildJob, 'out' | 'workers' | 'force'> &
  Partial<Pick<BuildOptions, 'progress'>>;

/** The build of a recipe: its rasters found, every input by content, and the key of inputs and code. */
export async function buildJob(recipePath: string, how: BuildWay): Promise<BuildJob> {
  const loaded = loadRecipe(recipePath);
  const files = await findClimateFiles(loaded.recipe, loaded.folder);
  const inputs = await inputRecords(loaded, files);
  const code = codeDigest(PROJECT);
  const progress = progressTo(process.stderr);
  return { loaded, files, inputs, code, key: buildKey(inputs, code), progress, ...how };
}

/** In this order a folder gets its files: those that a manifest names are there before it. */
const FIRST = ['pv-yield.bin', 'prices.bin'];

/** Builds a recipe's dataset, or joins its `parts`, and records it. Nothing when nothing changed. */
export async function buildDatasetOf(job: BuildJob, parts?: number): Promise<void> {
  const { loaded, files, out, key, inputs } = job;
  const stamp = job.force || parts ? null : await currentStamp(out, key);
  if (stamp) {
    console.log(`${displayPath(out)}: up to date (recipe, rasters and code unchanged).`);
    return reportRecord(job, stamp.notRecorded);
  }
  await inStaging(out, 'build', async (staging) => {
    const folders = { staging, out };
    const recorded = readManifest(out);
    const outputs = parts
      ? await mergeOutputs(loaded, folders, parts, key)
      : await buildOutputs(loaded, files, folders, job);
    const notRecorded = await recordBuild(loaded.recipe, inputs, outputs, recorded, folders);
    await writeStamp(job, outputs, notRecorded, folders);
    const summaries = SUMMARIES.filter((name) => existsSync(join(staging, name)));
    publish(staging, out, FIRST);
    if (summaries.length > 0) removeOthers(out, summaries);
    // Those of an earlier recipe would be served next to yields that they are not of.
    if (!loaded.recipe.prices) rmSync(pricesPath(out), { force: true });
    reportRecord(job, notRecorded);
  });
}

/** Builds one part. Nothing when it is there already. */
export async function buildShardOf(job: BuildJob, part: Omit<Shard, 'key'>): Promise<void> {
  const { loaded, files, out, key } = job;
  const shard = { ...part, key };
  const path = shardPath(pvYieldPath(out), shard.index, shard.count);
  if (!job.force && (await isFinishedShard(path, shard))) {
    console.log(`${displayPath(path)}: up to date (recipe, rasters and code unchanged).`);
    return;
  }
  const target = `part-${shard.index + 1}-of-${shard.count}`;
  await inStaging(out, target, async (staging) => {
    await buildPart(loaded, files, { staging, out }, job, shard);
    publish(staging, out, FIRST);
  });
}

/** A build that could not be recorded is reported every time: the served dataset is not the announced one. */
function reportRecord({ loaded }: BuildJob, notRecorded: string | null): void {
  if (notRecorded) console.log(`Built, but not recorded in manifest.json: ${notRecorded}`);
  else console.log(`Dataset ${loaded.recipe.dataset_version} is recorded in manifest.json.`);
}

/** A dataset that grew or shrank across the limit leaves a summary of the other name. */
function removeOthers(out: string, kept: readonly string[]): void {
  for (const name of SUMMARIES) if (!kept.includes(name)) rmSync(join(out, name), { force: true });
}

async function writeStamp(
  { key }: BuildJob,
  outputs: OutputRecord[],
  notRecorded: string | null,
  { staging, out }: BuildFolders,
): Promise<void> {
  const manifest = manifestPath(notRecorded ? out : staging);
  const stamp: Stamp = {
    key,
    outputs: outputs.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    manifest: (await fileRecord(manifest)).sha256,
    notRecorded,
  };
  writeJsonWhole(join(staging, STAMP), stamp);
}

function displayPath(path: string): string {
  return relative(PROJECT, path) || path;
}
