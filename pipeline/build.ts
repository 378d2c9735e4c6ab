/**
 * Builds the dataset of a recipe: `node --import tsx pipeline/build.ts [--recipe FILE] [--out FOLDER]
 * [--workers N] [--force] [--shard I/N] [--merge N]`. Does nothing when neither inputs, parameters
 * nor code changed. With --shard it builds part I of N alone; with --merge it joins N parts.
 */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Shard } from '../schemas/types.ts';
import { buildKey, codeRecords, isUpToDate } from './build-key.ts';
import { buildOutputs, inputRecords, outputsOfMerge, outputsOfShard } from './build-outputs.ts';
import { recordBuild } from './build-record.ts';
import { findClimateFiles } from './climate-rasters.ts';
import { commandLine } from './command-line.ts';
import { PROJECT } from './file-record.ts';
import { loadRecipe } from './recipe.ts';
import { writeJsonWhole } from './write-file.ts';

const options = commandLine({
  options: {
    recipe: { type: 'string', default: join(PROJECT, 'fixtures', 'recipe.json') },
    out: { type: 'string', default: join(PROJECT, 'artifacts') },
    workers: { type: 'string', default: '2' },
    force: { type: 'boolean', default: false },
    shard: { type: 'string' },
    merge: { type: 'string' },
  },
});

try {
  await build();
} catch (error) {
  console.error(`Build failed: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function build(): Promise<void> {
  const { out } = options;
  const workers = positive('workers', options.workers);
  const loaded = loadRecipe(options.recipe);
  const files = await findClimateFiles(loaded.recipe, loaded.folder);
  const inputs = await inputRecords(loaded, files);
  mkdirSync(out, { recursive: true });
  if (options.shard) {
    await outputsOfShard(loaded, files, out, workers, shardOf(options.shard));
    return tellDone();
  }
  const key = buildKey([...inputs, ...(await codeRecords())]);
  const stamp = join(out, '.stamp.json');
  if (!options.force && !options.merge && (await isUpToDate(stamp, key))) {
    console.log(`${relative(PROJECT, out)}: up to date (recipe, rasters and code unchanged).`);
    return;
  }
  const outputs = options.merge
    ? await outputsOfMerge(loaded, out, positive('merge', options.merge))
    : await buildOutputs(loaded, files, out, workers);
  console.log(recordBuild(loaded.recipe, inputs, outputs, out));
  writeJsonWhole(stamp, { key, outputs });
  tellDone();
}

function tellDone(): void {
  const megabytes = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  console.log(`Done in ${process.uptime().toFixed(1)} s, peak memory ${megabytes} MB.`);
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} is "${text}", expected a whole number above 0.`);
}

/** Part I of N, counted from 1 by people. */
function shardOf(text: string): Shard {
  const [, part, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const index = Number(part) - 1;
  if (index >= 0 && index < Number(count)) return { index, count: Number(count) };
  throw new Error(`--shard is "${text}", expected I/N with I from 1 to N, for example 2/4.`);
}
