/** Commands of the pipeline's READMEs, run as written (`make test-readmes`). */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  assertPrinted,
  commandsOf,
  type DocumentedCommand,
  runDocumented,
} from '../../service/test/documented-commands.ts';
import { asciiGrid } from '../dataset/dataset.test-kit.ts';
import { expectedGhiKwhM2 } from '../dataset/plausibility.ts';
import { PROJECT } from '../files/file-record.ts';
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

const DOCUMENT = 'pipeline/rasters/README.md';

test(`${DOCUMENT}, A recipe from files: its commands print what it shows`, async () => {
  const cwd = checkout();
  const commands = commandsIn(DOCUMENT, 'A recipe from files');
  assert.ok(commands.length > 0);
  const printed = await runDocumented(commands, cwd, {});
  for (const [i, { command, shown }] of commands.entries()) {
    // Progress comes first.
    assertPrinted({ command, shown: `...\n${shown}` }, printed[i]);
  }
});
