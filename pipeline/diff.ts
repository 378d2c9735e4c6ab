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

const [before, after] = [await readDataset(a), await readDataset(b)];
makeOutputFolder(out);
const comparison = compareDatasets(before, after);
const files = [comparedFile(a, before), comparedFile(b, after)] as const;
console.log(comparisonText(comparison, ...files, readTowns()));
const cells = join(out, 'cells.csv');
writeFileWhole(cells, cellsCsv(comparison));
console.log(`\nWritten: ${cells}`);

function comparedFile(path: string, { header }: PvYieldArtifact): ComparedFile {
  return { path, dataset_version: header.dataset_version, cells: header.cells };
}
