/**
 * Rebuilds the recipe's dataset in a temporary folder and compares it with the recorded one: exits 1 when data
 * changed without the version, or the version without the data. `sun check-version`.
 */
import { join } from 'node:path';
import { commandLine } from '../schemas/commands/command-line.ts';
import { PROJECT } from '../schemas/project.ts';
import { judgeVersion } from './versions/build-job.ts';

const { recipe = join(PROJECT, 'fixtures', 'recipe.json'), record = join(PROJECT, 'artifacts') } =
  commandLine('check-version');

const { ok, message } = await judgeVersion(recipe, record, 2);
(ok ? console.log : console.error)(message);
process.exitCode = ok ? 0 : 1;
