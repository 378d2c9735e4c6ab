#!/usr/bin/env node
/** The package's command, `sun-over-sweden`: serves, and does what the make targets of these names do. */
import '../../http/signals.mjs';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** A command: its options as they are shown, those that it is given unless typed, and its program. */
interface Command {
  options: string;
  defaults: readonly string[];
  run(): Promise<unknown>;
}

/** What a build or a comparison writes goes into the caller's folder, not beside the package's own data. */
const COMMANDS: Record<string, Command> = {
  serve: {
    options: '[--port 3000] [--host 127.0.0.1] [--artifacts folder]',
    defaults: [],
    run: serve,
  },
  roof: {
    options:
      '--lat 59.61 --lng 16.55 --faces "27/100/5 27/280/5" [--kwh 15000] [--ev 40] [--battery 10] [--strategy combined] [--roof-cost 150000] [--battery-cost 70000] [--artifacts folder] [--json]',
    defaults: [],
    run: () => import('../roof/roof.ts'),
  },
  build: {
    options: '[--recipe recipe.json] [--out artifacts] [--workers 2] [--force]',
    defaults: ['--out', 'artifacts'],
    run: () => import('../../../pipeline/build.ts'),
  },
  validate: {
    options: '[--recipe recipe.json]',
    defaults: [],
    run: () => import('../../../pipeline/validate.ts'),
  },
  inspect: {
    options: 'file ...',
    defaults: [],
    run: () => import('../../../pipeline/validate/inspect.ts'),
  },
  diff: {
    options: '--a old/pv-yield.bin --b new/pv-yield.bin [--out diff]',
    defaults: ['--out', 'diff'],
    run: () => import('../../../pipeline/diff.ts'),
  },
  verdict: {
    options: '--a old/artifacts --b artifacts [--out verdict.md]',
    defaults: [],
    run: () => import('../../../pipeline/pages/diff/verdict.ts'),
  },
};

const USAGE = [
  'Usage: sun-over-sweden <command> [options]',
  ...Object.entries(COMMANDS).map(([name, { options }]) => `  ${name.padEnd(9)} ${options}`),
  '  --version, --help',
  'Settings of "serve" are in the environment, too; these and the rest: README.md of the package.',
].join('\n');

const [name = '', ...words] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if ([name, ...words].some((word) => word === '--help' || word === '-h')) console.log(USAGE);
else if (name === '--version' || name === '-v') console.log(version());
else if (command) await run(command);
else refuse(name);

/** The release, of which the dataset's version is another. */
function version(): string {
  const path = new URL('../../../package.json', import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

/** Programs read their options from the process; of two of a name they take the later. */
async function run({ defaults, run }: Command): Promise<void> {
  if (run !== serve) process.argv.splice(2, 1, ...defaults);
  await run();
}

/** An option is a setting by another name; the settings' own check refuses a bad value. */
async function serve(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseServe({ port: text, host: text, artifacts: text });
  for (const [option, value] of Object.entries(values)) process.env[option.toUpperCase()] = value;
  await import('../../main.ts');
}

function parseServe(options: Record<'port' | 'host' | 'artifacts', { type: 'string' }>) {
  try {
    return parseArgs({ args: words, options });
  } catch (error) {
    console.error(`Serve: ${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

function refuse(name: string): void {
  const names = Object.keys(COMMANDS).join(', ');
  const found = name === '' ? 'No command was given' : `"${name}" is no command`;
  console.error(`${found}, expected one of ${names}.\n${USAGE}`);
  process.exitCode = 2;
}
