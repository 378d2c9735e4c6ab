/**
 * Compares two datasets cell by cell: `node --import tsx pipeline/diff.ts --a A.bin --b B.bin
 * [--out FOLDER]`. Prints a summary and writes a page, its drawings, JSON and a CSV of the cells; of two
 * files of prices it prints a summary alone.
 */
import { join } from 'node:path';
import { svgFile } from '#common/charts/svg.ts';
import { typedCommand } from '#common/packaged.ts';
import type { PvYieldArtifact } from '../schemas/codec/pv-yield-artifact.ts';
import { readArtifactHead, readPrices } from '../schemas/codec/read-artifact.ts';
import { townsFor } from './accuracy/towns.ts';
import { commandLine, makeOutputFolder, readDataset } from './command-line.ts';
import { fileRecord, PROJECT } from './files/file-record.ts';
import { writeFileWhole, writeJsonWhole } from './files/write-whole.ts';
import { compareDatasets } from './pages/diff/compare-datasets.ts';
import { pricesComparisonText } from './pages/diff/compare-prices.ts';
import { type ComparedFile, cellsCsv, comparisonJson } from './pages/diff/comparison-files.ts';
import { comparisonText } from './pages/diff/comparison-text.ts';
import { drawComparison } from './pages/diff/drawings.ts';
import { comparisonPage } from './pages/diff/page.ts';

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
  if ((await isPrices(pathA)) && (await isPrices(pathB))) {
    const a = { path: pathA, prices: await readPrices(pathA) };
    console.log(pricesComparisonText(a, { path: pathB, prices: await readPrices(pathB) }));
    return;
  }
  const [artifactA, artifactB] = [await readDataset(pathA), await readDataset(pathB)];
  makeOutputFolder(out);
  const comparison = compareDatasets(artifactA, artifactB);
  const a = await comparedFile(pathA, artifactA);
  const b = await comparedFile(pathB, artifactB);
  const towns = townsFor(artifactA.header.coverage);
  console.log(comparisonText(comparison, a, b, towns));
  const drawings = drawComparison(comparison, artifactA, towns);
  const page = comparisonPage(comparison, a, b, towns, drawings);
  writeJsonWhole(join(out, 'diff.json'), comparisonJson(comparison, a, b, towns));
  const svgs = Object.fromEntries(
    Object.entries(drawings).map(([name, drawing]) => [name, svgFile(drawing)] as const),
  );
  const files = {
    ...svgs,
    'cells.csv': cellsCsv(comparison),
    'index.html': page,
  };
  for (const [name, text] of Object.entries(files)) writeFileWhole(join(out, name), text);
  console.log(
    `\nWritten to ${out}: index.html, ${Object.keys(drawings).join(', ')}, diff.json, cells.csv`,
  );
}

/** A file that is missing or no artifact is told by the reader of datasets. */
async function isPrices(path: string): Promise<boolean> {
  try {
    const { header } = await readArtifactHead(path);
    return (header as { kind?: unknown }).kind === 'prices';
  } catch {
    return false;
  }
}

async function comparedFile(path: string, { header }: PvYieldArtifact): Promise<ComparedFile> {
  const { sha256 } = await fileRecord(path);
  return { path, sha256, dataset_version: header.dataset_version, cells: header.cells };
}
