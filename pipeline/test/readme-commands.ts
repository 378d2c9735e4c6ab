/** Commands of the pipeline's READMEs, run as written (`make test-readmes`). */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';
import {
  assertPrinted,
  commandsOf,
  type DocumentedCommand,
  runDocumented,
} from '../../service/test/documented-commands.ts';
import { expectedGhiKwhM2 } from '../dataset/checks/plausibility.ts';
import { asciiGrid } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';

const DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Pixel centres of 90 x 82 pixels around Sweden. */
const SWEDEN = { west: 9.1, north: 70.9, stepDeg: 0.2, cols: 90, rows: 82 };

/** A folder in which commands find the project, and what the READMEs take as there. */
function checkout(): string {
  const cwd = testFolder();
  for (const name of readdirSync(PROJECT).filter((name) => name !== 'artifacts')) {
    symlinkSync(join(PROJECT, name), join(cwd, name));
  }
  mkdirSync(join(cwd, 'pvgis'));
  writePvgis(join(cwd, 'pvgis'));
  return cwd;
}

/** Text grids under the names of PVGIS's page, of the usual irradiation in W/m2. */
function writePvgis(folder: string): void {
  const write = (name: string, field: (lat: number) => number) =>
    writeFileSync(join(folder, name), asciiGrid(SWEDEN, field));
  for (let month = 0; month < 12; month++) {
    write(`gh_0_${month + 1}_sarah.asc`, (lat) => {
      return (expectedGhiKwhM2(lat)[month] * 1000) / 24 / DAYS[month];
    });
  }
  write('gh_0_year_sarah.asc', () => 110);
  write('gh_opt_1_sarah.asc', () => 110);
}

function commandsIn(document: string, heading: string): DocumentedCommand[] {
  const text = readFileSync(join(PROJECT, document), 'utf8');
  const section = text.split(/^##+ /m).find((part) => part.startsWith(`${heading}\n`));
  assert.ok(section, `${document} has no section "${heading}"`);
  return commandsOf(section);
}

test('pipeline/docs/real-rasters.md, Draft a recipe: its commands print what it shows', async () => {
  await assertDocumented(commandsIn('pipeline/docs/real-rasters.md', 'Draft a recipe'), checkout());
});

test('pipeline/docs/build.md, Commands: its commands print what it shows', async () => {
  const cwd = checkout();
  mkdirSync(join(cwd, 'my'));
  for (const name of readdirSync(join(PROJECT, 'fixtures'))) {
    symlinkSync(join(PROJECT, 'fixtures', name), join(cwd, 'my', name));
  }
  // A server does not end, and is the callers' READMEs'.
  const [first, ...others] = commandsIn('pipeline/docs/build.md', 'Commands').filter(
    ({ command }) => !command.startsWith('make serve'),
  );
  const old = { command: 'mkdir old && cp artifacts/pv-yield.bin old', shown: '' };
  await assertDocumented([first, old, ...others], cwd);
});

/** Asserts that each command ends well and prints what the document shows below it. */
async function assertDocumented(commands: DocumentedCommand[], cwd: string): Promise<void> {
  const printed = await runDocumented(commands.map(tellStatus), cwd, {});
  // Paths are reported from the project, which is a link here.
  const prefix = `${relative(PROJECT, cwd)}/`;
  for (const [i, { command, shown }] of commands.entries()) {
    const output = printed[i].trimEnd();
    assert.ok(output.endsWith(DONE), `${command} failed:\n${output}`);
    if (shown === '') continue;
    const report = output.slice(0, -DONE.length).replaceAll(prefix, '');
    // Progress comes first. Seconds and memory are the author's, a digest's beginning is no number.
    const lasting = shown.replace(/Done in .*/, '...').replace(/sha256 \w+/g, 'sha256 ');
    assertPrinted({ command, shown: `...\n${lasting}` }, report);
  }
}

const DONE = 'exit status 0';

function tellStatus({ command, shown }: DocumentedCommand): DocumentedCommand {
  return {
    command: `${command}
echo "exit status $?"`,
    shown,
  };
}
