/**
 * Builds the dataset of a recipe: `node --import tsx pipeline/build.ts [--recipe FILE] [--out FOLDER]
 * [--workers N] [--force]`. Does nothing when neither inputs, parameters nor code changed.
 */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { FORMAT_VERSION } from '../schemas/artifact.ts';
import type { FileRecord, Manifest, Recipe } from '../schemas/types.ts';
import { type BuildStats, buildDataset, rowPool } from './build-dataset.ts';
import { buildKey, codeRecords, isUpToDate } from './build-key.ts';
import {
  type ClimateFiles,
  checkPinnedHashes,
  climatePaths,
  findClimateFiles,
  openClimateRasters,
} from './climate-rasters.ts';
import { datasetFrame } from './dataset-frame.ts';
import { fileRecord, PROJECT } from './file-record.ts';
import { progressTo } from './progress.ts';
import { type LoadedRecipe, loadRecipe } from './recipe.ts';
import { writeFileWhole } from './write-file.ts';

const DEFAULT_RECIPE = join(PROJECT, 'fixtures', 'recipe.json');
const DEFAULT_OUT = join(PROJECT, 'artifacts');

const { values: options } = parseArgs({
  options: {
    recipe: { type: 'string', default: DEFAULT_RECIPE },
    out: { type: 'string', default: DEFAULT_OUT },
    workers: { type: 'string', default: '2' },
    force: { type: 'boolean', default: false },
  },
});

try {
  await build(loadRecipe(options.recipe), options.out, Number(options.workers), options.force);
} catch (error) {
  console.error(`Build failed: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function build(
  loaded: LoadedRecipe,
  out: string,
  workers: number,
  force: boolean,
): Promise<void> {
  const files = await findClimateFiles(loaded.recipe, loaded.folder);
  const inputs = await inputRecords(loaded, files);
  const key = buildKey([...inputs, ...(await codeRecords())]);
  const stamp = join(out, '.stamp.json');
  if (!force && (await isUpToDate(stamp, key))) {
    console.log(`${relative(PROJECT, out)}: up to date (recipe, rasters and code unchanged).`);
    return;
  }
  mkdirSync(out, { recursive: true });
  const path = join(out, 'pv-yield.bin');
  const stats = await buildFiles(loaded.recipe, files, path, workers);
  const outputs = [await fileRecord(path)];
  writeJson(join(out, 'manifest.json'), manifestOf(loaded.recipe, inputs, outputs));
  writeJson(stamp, { key, outputs });
  console.log(
    `${outputs[0].path}: dataset ${loaded.recipe.dataset_version}, ${stats.cells} cells, ${outputs[0].bytes} bytes, sha256 ${outputs[0].sha256}`,
  );
  const megabytes = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  console.log(`Done in ${process.uptime().toFixed(1)} s, peak memory ${megabytes} MB.`);
}

/** Builds the binary. The worker threads start first: they are ready when the frame is. */
async function buildFiles(
  recipe: Recipe,
  files: ClimateFiles,
  path: string,
  workers: number,
): Promise<BuildStats> {
  const pool = rowPool(workers);
  try {
    const frame = datasetFrame(recipe);
    const rasters = await openClimateRasters(files, frame.grid);
    try {
      const progress = progressTo(process.stderr);
      return await buildDataset(recipe, rasters, frame, path, pool, progress);
    } finally {
      await rasters.close();
    }
  } finally {
    await pool.destroy();
  }
}

function manifestOf(recipe: Recipe, inputs: FileRecord[], outputs: FileRecord[]): Manifest {
  const { dataset_version, generated_at, sources: _, ...parameters } = recipe;
  return {
    dataset_version,
    generated_at,
    format_version: FORMAT_VERSION,
    parameters,
    inputs,
    outputs,
  };
}

/** The recipe, every raster and the country outlines, by content; pinned hashes are checked. */
async function inputRecords(loaded: LoadedRecipe, files: ClimateFiles): Promise<FileRecord[]> {
  const outlines = join(PROJECT, 'node_modules', 'world-atlas', 'countries-10m.json');
  const paths = [loaded.path, ...climatePaths(files), outlines];
  const records = await Promise.all(paths.map(fileRecord));
  checkPinnedHashes(files, new Map(records.map(({ sha256 }, i) => [paths[i], sha256])));
  return records;
}

function writeJson(path: string, value: object): void {
  writeFileWhole(path, `${JSON.stringify(value, null, 2)}\n`);
}
