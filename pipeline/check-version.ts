/**
 * Rebuilds the recipe's dataset in a temporary folder and compares it with the recorded one: exits 1 when data
 * changed without the version, or the version without the data. `[--recipe FILE] [--record FOLDER]`
 */
import { join } from 'node:path';
import { PROJECT } from '../schemas/project.ts';
import { commandLine } from './command-line.ts';
import { judgeVersion } from './versions/build-job.ts';

const options = commandLine({
  options: {
    recipe: { type: 'string', default: join(PROJECT, 'fixtures', 'recipe.json') },
    record: { type: 'string', default: join(PROJECT, 'artifacts') },
  },
});

try {
  const { ok, message } = await judgeVersion(options.recipe, options.record, 2);
  (ok ? console.log : console.error)(message);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
