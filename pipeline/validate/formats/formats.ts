/**
 * Builds nothing: reads inputs that foreign tools wrote as a build would, and prints what came of each, right to
 * 0.3 % or refused by a sentence (`make formats`). Needs Python with GDAL and netCDF4. Exits 1 where a row does not hold.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../../files/staging.ts';
import { type FormatInputs, type Outcome, outcomeOf } from './outcome.ts';

const NEEDED = 'import netCDF4, h5py; from osgeo import gdal';

function findPython(): string {
  const found = ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', NEEDED]).status === 0,
  );
  if (found) return found;
  throw new Error(
    'no Python with GDAL, netCDF4 and h5py was found; install them: apt-get install python3-gdal python3-netcdf4 python3-h5py',
  );
}

function writeInputs(folder: string): FormatInputs {
  const script = fileURLToPath(new URL('./inputs.py', import.meta.url));
  execFileSync(findPython(), ['-W', 'ignore', '-B', script, folder], { stdio: 'inherit' });
  return JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as FormatInputs;
}

function printRow(number: number, group: string, name: string, { holds, text }: Outcome): void {
  console.log(
    `${String(number).padStart(3)} ${holds ? ' ' : '!'} ${group.padEnd(16)} ${name.padEnd(52)} ${text}`,
  );
}

async function run(): Promise<void> {
  const { path, remove } = scratchFolder();
  try {
    const inputs = writeInputs(path);
    const broken: string[] = [];
    let right = 0;
    for (const [i, input] of inputs.cases.entries()) {
      const outcome = await outcomeOf(inputs, input, path);
      printRow(i + 1, input.group, input.name, outcome);
      if (!outcome.holds) broken.push(`${i + 1} (${input.group}, ${input.name})`);
      else if (input.outcome === 'right') right++;
    }
    const refused = inputs.cases.length - right - broken.length;
    console.log(
      `${inputs.cases.length} inputs: ${right} right to 0.3 %, ${refused} refused by name, ${broken.length} otherwise.`,
    );
    if (broken.length === 0) return;
    console.error(`Not as expected: ${broken.join('; ')}.`);
    process.exitCode = 1;
  } finally {
    remove();
  }
}

run().catch((error: Error) => {
  console.error(`Formats: ${error.message}`);
  process.exitCode = 1;
});
