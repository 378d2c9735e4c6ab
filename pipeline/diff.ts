/**
 * Compares two datasets cell by cell: `node --import tsx pipeline/diff.ts --a A.bin --b B.bin
 * [--out FOLDER]`. Prints a summary and writes a CSV of the cells.
 */
import { join } from 'node:path';
import type { PvYieldArtifact } from '../schemas/codec/pv-yield-artifact.ts';
import { PROJECT } from '../schemas/project.ts';
import { readTowns } from './accuracy/towns.ts';
import { commandLine, makeOutputFolder, readDataset } from './command-line.ts';
import { cellsCsv } from './compare/cells-csv.ts';
import { compareDatasets } from './compare/compare-datasets.ts';
import { type ComparedFile, comparisonText } from './compare/comparison-text.ts';
import { typedCommand } from './files/packaged.ts';
import { writeFileWhole } from './files/write-whole.ts';

const options = commandLine({
  options: {
    a: { type: 'string', default: '' },
    b: { type: 'string', default: '' },
    out: { type: 'string', default: join(PROJECT, 'artifacts', 'diff') },
  },
});

try {
  await diff(options.a, options.b, options.out);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function diff(pathA: string, pathB: string, out: string): Promise<void> {
  if (!pathA || !pathB) {
    throw new Error(
      `two files are needed. Try: ${typedCommand(
        'make diff A=old/pv-yield.bin B=artifacts/pv-yield.bin',
        'diff --a old/pv-yield.bin --b artifacts/pv-yield.bin',
      )}`,
    );
  }
  const [artifactA, artifactB] = [await readDataset(pathA), await readDataset(pathB)];
  makeOutputFolder(out);
  const comparison = compareDatasets(artifactA, artifactB);
  const [a, b] = [comparedFile(pathA, artifactA), comparedFile(pathB, artifactB)];
  console.log(comparisonText(comparison, a, b, readTowns()));
  const cells = join(out, 'cells.csv');
  writeFileWhole(cells, cellsCsv(comparison));
  console.log(`\nWritten: ${cells}`);
}

function comparedFile(path: string, { header }: PvYieldArtifact): ComparedFile {
  return { path, dataset_version: header.dataset_version, cells: header.cells };
}
