/**
 * Compares two datasets cell by cell: `sun diff`. Prints a summary and writes a CSV of the cells.
 */
import { join } from 'node:path';
import type { PvYieldArtifact } from '../schemas/codec/pv-yield-artifact.ts';
import { commandLine } from '../schemas/commands/command-line.ts';
import { PROJECT } from '../schemas/project.ts';
import { readTowns } from './accuracy/towns.ts';
import { cellsCsv } from './compare/cells-csv.ts';
import { compareDatasets } from './compare/compare-datasets.ts';
import { type ComparedFile, comparisonText } from './compare/comparison-text.ts';
import { writeFileWhole } from './files/write-whole.ts';
import { makeOutputFolder, readDataset } from './named-files.ts';

const { a, b, out = join(PROJECT, 'artifacts', 'diff') } = commandLine('diff');

await diff(a, b, out);

async function diff(pathA: string, pathB: string, out: string): Promise<void> {
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
