#!/usr/bin/env node
/** `sun <command>` in a checkout: checks the arguments, then installs and builds what the command needs, then runs it. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../schemas/commands/commands.mjs';
import {
  programOf,
  readCommand,
  usageOfTargets,
  wordsOfTarget,
} from '../../schemas/commands/read-command.mjs';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** glibc gives back what threads have freed, 60 MB of a build from NetCDF, only when it is set to. */
const GIVE_BACK = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
const PROGRAM = 'sun';
/** Called by make, an option is a variable of make. */
const isOfMake = process.env.MAKELEVEL !== undefined;

const [first, ...others] = process.argv.slice(2);
const words =
  first === '--target' ? wordsOfTarget(others[0], COMMANDS, process.env) : process.argv.slice(2);
if (first === '--targets') {
  console.log(usageOfTargets(others, COMMANDS));
} else if (words[0] === '--version' || words[0] === '-v') {
  console.log(JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).version);
} else {
  const read = readCommand(words, COMMANDS, PROGRAM, isOfMake);
  if ('print' in read) {
    (read.code === 0 ? console.log : console.error)(read.print);
    process.exitCode = read.code;
  } else run(read);
}

function run({ command, values, operands }) {
  if (values.artifacts !== undefined) values.artifacts = resolve(values.artifacts);
  const { words, env } = programOf(command, values, operands);
  const own = {
    ...process.env,
    ...GIVE_BACK,
    // Else tsx looks for it from the caller's folder, and compiles JSX for another React.
    TSX_TSCONFIG_PATH: join(PROJECT, 'tsconfig.json'),
    ...env,
    ...(isOfMake ? {} : { SUN_COMMAND: PROGRAM }),
  };
  const [target = ''] = command.needs ?? [];
  if (command.program === undefined)
    return become('make', ['-s', '--no-print-directory', '-C', PROJECT, target], own);
  prepare(command.needs ?? [], values);
  // Found from here: the caller may be in a folder outside of the checkout.
  const tsx = import.meta.resolve('tsx');
  become(process.execPath, ['--import', tsx, join(PROJECT, command.program), ...words], own);
}

/** Standard output is the command's own: what make says goes to standard error. */
function prepare(needs, { artifacts = join(PROJECT, 'artifacts') }) {
  const dataset = join(artifacts, 'pv-yield.bin');
  const hasDataset = existsSync(dataset);
  if (needs.includes('dataset') && !hasDataset && artifacts !== join(PROJECT, 'artifacts')) {
    console.error(
      `error: ${dataset}: there is no such file. Build it: ${PROGRAM} build --out ${artifacts}`,
    );
    process.exit(1);
  }
  const targets = needs.flatMap((need) => {
    if (need === 'dataset') return hasDataset ? [] : ['artifacts'];
    return need === 'report' && hasReport(artifacts) ? [] : [need];
  });
  const words = ['install', ...targets];
  // The command's OUT is not that of what it needs.
  const variables = [`ARTIFACTS=${artifacts}`, 'OUT='];
  const { status } = spawnSync(
    'make',
    ['-s', '--no-print-directory', '-C', PROJECT, ...words, ...variables],
    { stdio: ['ignore', 2, 2] },
  );
  if (status !== 0) {
    console.error(`error: make ${words.join(' ')} failed, see above.`);
    process.exit(1);
  }
}

/** Whether the report is of the dataset, or of none that is there. The page in Swedish is written last. */
function hasReport(artifacts) {
  const [report, dataset] = ['report.sv.html', 'pv-yield.bin'].map(
    (name) => statSync(join(artifacts, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return report > dataset;
}

/** Runs a program in this one's place: its signals and its end are the program's. */
function become(program, args, env) {
  const child = spawn(program, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => {
    console.error(`error: ${program} cannot be run (${message}).`);
    process.exitCode = 1;
  });
  // make ends with 2 when what it runs fails.
  const failed = program === 'make' ? 1 : undefined;
  child.on('exit', (code, signal) =>
    process.exit((code && failed) ?? code ?? 128 + constants.signals[signal]),
  );
}
