/**
 * Builds the dataset of a recipe: `sun build`. Does nothing when neither inputs, parameters
 * nor code changed. With --shard it builds only part I of N. With --merge it joins N parts.
 */
import { join } from 'node:path';
import { commandLine } from '../schemas/commands/command-line.ts';
import { PROJECT } from '../schemas/project.ts';
import type { Shard } from '../schemas/types.ts';
import { buildDatasetOf, buildJob, buildShardOf } from './versions/build-job.ts';

const {
  recipe = join(PROJECT, 'fixtures', 'recipe.json'),
  out = join(PROJECT, 'artifacts'),
  workers = '2',
  force = false,
  shard,
  merge,
} = commandLine('build');

const job = await buildJob(recipe, { out, workers: Number(workers), force });
if (shard) await buildShardOf(job, partOf(shard));
else await buildDatasetOf(job, merge === undefined ? undefined : Number(merge));
const megabytes = (process.resourceUsage().maxRSS / 1024).toFixed(0);
console.log(`Done in ${process.uptime().toFixed(1)} s, peak memory ${megabytes} MB.`);

/** Part I of N, where I counts from 1. */
function partOf(text: string): Omit<Shard, 'key'> {
  const [part, count] = text.split('/').map(Number);
  return { index: part - 1, count };
}
