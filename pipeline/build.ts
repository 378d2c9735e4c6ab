/**
 * Builds the dataset of a recipe: `node --import tsx pipeline/build.ts [--recipe FILE] [--out FOLDER]
 * [--workers N] [--force] [--shard I/N] [--merge N]`. Does nothing when neither inputs, parameters
 * nor code changed. With --shard it builds only part I of N. With --merge it joins N parts.
 */
import { join } from 'node:path';
import { PROJECT } from '../schemas/project.ts';
import { commandLine, countOption, partOf } from './command-line.ts';
import { typedCommand, typedOption } from './files/packaged.ts';
import { buildDatasetOf, buildJob, buildShardOf } from './versions/build-job.ts';

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
  const megabytes = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  console.log(`Done in ${process.uptime().toFixed(1)} s, peak memory ${megabytes} MB.`);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function build(): Promise<void> {
  const { recipe, out, workers, force, shard, merge } = options;
  const example = typedCommand('make artifacts WORKERS=2', 'build --workers 2');
  const threads = countOption(typedOption('WORKERS'), workers, example);
  const parts =
    merge === undefined ? undefined : countOption('PARTS (--merge)', merge, 'make merge PARTS=4');
  const part = shard === undefined ? undefined : partOf(shard);
  const job = await buildJob(recipe, { out, workers: threads, force });
  if (part) await buildShardOf(job, part);
  else await buildDatasetOf(job, parts);
}
