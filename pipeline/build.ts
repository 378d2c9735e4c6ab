/**
 * Builds the dataset of a recipe: `node --import tsx pipeline/build.ts [--recipe FILE] [--out FOLDER]
 * [--workers N] [--force]`. Does nothing when neither inputs, parameters nor code changed.
 */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { FORMAT_VERSION } from '../schemas/artifact.ts';
import type { FileRecord, Manifest } from '../schemas/types.ts';
import { buildDataset, type Frame } from './build-dataset.ts';
import { buildKey, codeRecords, isUpToDate, writeStamp } from './build-key.ts';
import { type ClimateRasters, openClimateRasters } from './climate-rasters.ts';
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
  const began = performance.now();
  const frame = datasetFrame(loaded.recipe);
  const rasters = await openClimateRasters(loaded.recipe, loaded.folder, frame.grid);
  try {
    const inputs = await inputRecords(loaded, rasters);
    const key = buildKey([...inputs, ...(await codeRecords())]);
    const stamp = join(out, '.stamp.json');
    if (!force && (await isUpToDate(stamp, key))) {
      console.log(`${relative(PROJECT, out)}: up to date (recipe, rasters and code unchanged).`);
      return;
    }
    await buildAndRecord(loaded, rasters, frame, inputs, out, workers, stamp, key);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const megabytes = (process.resourceUsage().maxRSS / 1024).toFixed(0);
    console.log(`Done in ${seconds} s, peak memory ${megabytes} MB.`);
  } finally {
    await rasters.close();
  }
}

async function buildAndRecord(
  { recipe }: LoadedRecipe,
  rasters: ClimateRasters,
  frame: Frame,
  inputs: FileRecord[],
  out: string,
  workers: number,
  stamp: string,
  key: string,
): Promise<void> {
  mkdirSync(out, { recursive: true });
  const path = join(out, 'pv-yield.bin');
  const progress = progressTo(process.stderr);
  const stats = await buildDataset(recipe, rasters, frame, path, workers, progress);
  const outputs = [await fileRecord(path)];
  const { sources: _, ...parameters } = recipe;
  const manifest: Manifest = {
    dataset_version: recipe.dataset_version,
    generated_at: recipe.generated_at,
    format_version: FORMAT_VERSION,
    parameters,
    inputs,
    outputs,
  };
  writeFileWhole(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeStamp(stamp, { key, outputs });
  console.log(
    `${outputs[0].path}: dataset ${recipe.dataset_version}, ${stats.cells} cells in ${stats.rows} rows, ${outputs[0].bytes} bytes, sha256 ${outputs[0].sha256}`,
  );
}

/** The recipe, every raster and the country outlines, by content. */
async function inputRecords(loaded: LoadedRecipe, rasters: ClimateRasters): Promise<FileRecord[]> {
  const outlines = join(PROJECT, 'node_modules', 'world-atlas', 'countries-10m.json');
  return Promise.all([loaded.path, ...rasters.files, outlines].map(fileRecord));
}
