import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../schemas/project.ts';
import type { FileRecord, Shard } from '../../schemas/types.ts';
import { progressTo } from '../files/progress.ts';
import { loadRecipe } from '../files/recipe.ts';
import { inStaging, publish } from '../files/staging.ts';
import { findClimateFiles } from '../rasters/climate-files.ts';
import { buildKey, codeDigest, inputRecords } from './build-key.ts';
import {
  type BuildPlan,
  buildOutputs,
  buildPart,
  displayPath,
  mergeOutputs,
  pricesPath,
  pvYieldPath,
} from './build-outputs.ts';
import {
  currentStamp,
  manifestOf,
  readManifest,
  recordBuild,
  SUMMARIES,
  writeStamp,
} from './build-record.ts';
import { isFinishedShard, shardPath } from './merge-shards.ts';
import { type Verdict, versionVerdict } from './version-verdict.ts';

/** A build to do, with every input by content, and its folder. */
export interface BuildJob extends BuildPlan {
  inputs: FileRecord[];
  /** `codeDigest`, and the key of code and inputs. */
  code: string;
  key: string;
  out: string;
  force: boolean;
}

/** Where to and how a recipe is built. Progress is shown on standard error unless `progress` is given. */
type BuildWay = Pick<BuildJob, 'out' | 'workers' | 'force'> & Partial<Pick<BuildJob, 'progress'>>;

/** The build of a recipe: its rasters found, every input by content, and the key of inputs and code. */
export async function buildJob(recipePath: string, how: BuildWay): Promise<BuildJob> {
  const loaded = loadRecipe(recipePath);
  const files = await findClimateFiles(loaded.recipe, loaded.folder);
  const inputs = await inputRecords(loaded, files);
  const code = codeDigest(PROJECT);
  const progress = progressTo(process.stderr);
  return { loaded, files, inputs, code, key: buildKey(inputs, code), progress, ...how };
}

/** The files that a folder gets first: those that a manifest names are there before it. */
const FIRST = ['pv-yield.bin', 'prices.bin'];

/** Builds a recipe's dataset, or joins its `parts`, and records it. Nothing when nothing changed. */
export async function buildDatasetOf(job: BuildJob, parts?: number): Promise<void> {
  const { loaded, out, key, inputs } = job;
  const stamp = job.force || parts ? null : await currentStamp(out, key);
  if (stamp) {
    reportUpToDate(out);
    return reportRecord(job, stamp.notRecorded);
  }
  await inStaging(out, 'build', async (staging) => {
    const folders = { staging, out };
    const recorded = readManifest(out);
    const outputs = parts
      ? await mergeOutputs(loaded, folders, parts, key)
      : await buildOutputs(job, folders);
    const notRecorded = await recordBuild(loaded.recipe, inputs, outputs, recorded, folders);
    await writeStamp(key, outputs, notRecorded, folders);
    const summaries = SUMMARIES.filter((name) => existsSync(join(staging, name)));
    publish(staging, out, FIRST);
    // A dataset that grew or shrank across the limit leaves a summary of the other name.
    const others = notRecorded ? [] : SUMMARIES.filter((name) => !summaries.includes(name));
    for (const name of others) rmSync(join(out, name), { force: true });
    // Those of an earlier recipe would be served next to yields that they are not of.
    if (!loaded.recipe.prices) rmSync(pricesPath(out), { force: true });
    reportRecord(job, notRecorded);
  });
}

/** Builds one part. Nothing when it is there already. */
export async function buildShardOf(job: BuildJob, part: Omit<Shard, 'key'>): Promise<void> {
  const { out, key } = job;
  const shard = { ...part, key };
  const path = shardPath(pvYieldPath(out), shard.index, shard.count);
  if (!job.force && (await isFinishedShard(path, shard))) {
    return reportUpToDate(path);
  }
  const target = `part-${shard.index + 1}-of-${shard.count}`;
  await inStaging(out, target, async (staging) => {
    await buildPart(job, { staging, out }, shard);
    publish(staging, out, FIRST);
  });
}

/** A build that could not be recorded is reported every time: the served dataset is not the announced one. */
function reportRecord({ loaded }: BuildJob, notRecorded: string | null): void {
  if (notRecorded) console.log(`Built, but not recorded in manifest.json: ${notRecorded}`);
  else console.log(`Dataset ${loaded.recipe.dataset_version} is recorded in manifest.json.`);
}

function reportUpToDate(path: string): void {
  console.log(`${displayPath(path)}: up to date (recipe, rasters and code unchanged).`);
}

/**
 * Builds a recipe's dataset aside and judges it against the one that is recorded in a folder.
 * @throws Error when there is no record, or the build fails
 */
export async function judgeVersion(
  recipePath: string,
  record: string,
  workers: number,
): Promise<Verdict> {
  const recorded = readManifest(record);
  if (!recorded) {
    throw new Error(`${record} has no manifest.json. Run "make artifacts" and commit it.`);
  }
  const job = await buildJob(recipePath, { out: record, workers, force: true });
  return inStaging(record, 'check-version', async (staging) => {
    const folders = { staging, out: staging };
    const outputs = await buildOutputs(job, folders);
    const { loaded, inputs } = job;
    return versionVerdict(recorded, await manifestOf(loaded.recipe, inputs, outputs, folders));
  });
}
