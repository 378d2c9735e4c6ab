/**
 * Builds the dataset of a recipe: `node --import tsx pipeline/build.ts [--recipe FILE] [--out FOLDER]
 * [--workers N] [--force] [--shard I/N] [--merge N]`. Does nothing when neither inputs, parameters
 * nor code changed. With --shard it builds part I of N alone; with --merge it joins N parts.
 */
import { join } from 'node:path';
import type { Shard } from '../schemas/types.ts';
import { commandLine } from './command-line.ts';
import { PROJECT } from './files/file-record.ts';
import { buildDatasetOf, buildJob, buildShardOf } from './versions/build-job.ts';

/** Of workers and of parts: more than a build can use; parts are all open when they are joined. */
const MOST = 500;

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
  console.error(`Build failed: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function build(): Promise<void> {
  const { recipe, out, workers, force, shard, merge } = options;
  const threads = wholeNumber('WORKERS (--workers)', workers, 'make artifacts WORKERS=2');
  const parts =
    merge === undefined ? undefined : wholeNumber('PARTS (--merge)', merge, 'make merge PARTS=4');
  const part = shard === undefined ? undefined : partOf(shard);
  const job = await buildJob(recipe, { out, workers: threads, force });
  if (part) await buildShardOf(job, part);
  else await buildDatasetOf(job, parts);
}

function wholeNumber(name: string, text: string, example: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number <= MOST) return number;
  throw new Error(
    `${name} is ${text === '' ? 'missing' : `"${text}"`}, expected a whole number from 1 to ${MOST}, for example "${example}".`,
  );
}

/** Part I of N, counted from 1 by people. */
function partOf(text: string): Omit<Shard, 'key'> {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const index = Number(part) - 1;
  const count = Number(parts);
  if (index >= 0 && index < count && count <= MOST) return { index, count };
  throw new Error(
    `SHARD (--shard) is "${text}", expected I/N with I from 1 to N and N up to ${MOST}, for example "make artifacts SHARD=2/4".`,
  );
}
