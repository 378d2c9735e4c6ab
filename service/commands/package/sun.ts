#!/usr/bin/env node
/** The package's command, `sun-over-sweden`: the commands of `sun` that need no checkout. */
import { PROJECT } from '../../../schemas/project.ts';
import '../../http/signals.mjs';
import { readFileSync } from 'node:fs';
import { COMMANDS } from '../../../schemas/commands/commands.mjs';
import { programOf, readCommand } from '../../../schemas/commands/read-command.mjs';

const PROGRAMS: Record<string, () => Promise<unknown>> = {
  serve: () => import('../../main.ts'),
  roof: () => import('../roof/roof.ts'),
  build: () => import('../../../pipeline/build.ts'),
  validate: () => import('../../../pipeline/validate.ts'),
  inspect: () => import('../../../pipeline/validate/inspect.ts'),
  diff: () => import('../../../pipeline/diff.ts'),
  verdict: () => import('../../../pipeline/verdict.ts'),
};
/** Output folders of a build and a comparison, in the caller's folder and not next to the package's own data. */
const OUT: Record<string, string> = { build: 'artifacts', diff: 'diff' };
const PACKAGED = Object.fromEntries(
  Object.entries(COMMANDS).filter(([, { packaged = false }]) => packaged),
);

const words = process.argv.slice(2);
if (words[0] === '--version' || words[0] === '-v') console.log(version());
else {
  const read = readCommand(words, PACKAGED, 'sun-over-sweden');
  if ('print' in read) {
    (read.code === 0 ? console.log : console.error)(read.print);
    process.exitCode = read.code;
  } else await run(read);
}

/** Programs read their options from the process. */
async function run({
  name,
  command,
  values,
  operands,
}: Exclude<ReturnType<typeof readCommand>, { print: string }>) {
  const out = OUT[name] && { out: OUT[name] };
  const { words, env } = programOf(command, { ...out, ...values }, operands);
  Object.assign(process.env, env);
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...words);
  await PROGRAMS[name]();
}

/** The release, of which the dataset's version is another. */
function version(): string {
  return JSON.parse(readFileSync(`${PROJECT}package.json`, 'utf8')).version;
}
