/**
 * Judges a build against another one, both as folders of artifacts, and writes the verdict as Markdown for
 * a pull request: `sun verdict`.
 * Exits 1 when the version does not say what changed.
 */
import { commandLine } from '../schemas/commands/command-line.ts';
import type { Manifest } from '../schemas/types.ts';
import { compareDatasets, type DatasetDiff } from './compare/compare-datasets.ts';
import { typedCommand } from './files/packaged.ts';
import { writeFileWhole } from './files/write-whole.ts';
import { makeRoomFor, readDataset } from './named-files.ts';
import { pvYieldPath } from './versions/build-outputs.ts';
import { readManifest } from './versions/build-record.ts';
import { verdictComment, versionVerdict } from './versions/version-verdict.ts';

const { a, b, out } = commandLine('verdict');

const verdict = versionVerdict(manifestIn(a), manifestIn(b));
const text = verdictComment(verdict, await comparisonOf(a, b));
if (out) {
  makeRoomFor(out, 'verdict.md');
  writeFileWhole(out, text);
}
console.log(text);
process.exitCode = verdict.ok ? 0 : 1;

function manifestIn(folder: string): Manifest {
  const manifest = readManifest(folder);
  if (manifest) return manifest;
  const remedy = typedCommand(
    `make artifacts RECIPE=recipe.json ARTIFACTS=${folder}`,
    `build --recipe recipe.json --out ${folder}`,
  );
  throw new Error(
    `${folder}: there is no manifest.json, expected a folder of a build. Make it: ${remedy}`,
  );
}

/** How the datasets differ, or why that cannot be said in figures, as with another grid step. */
async function comparisonOf(a: string, b: string): Promise<DatasetDiff | string> {
  const [before, after] = [await readDataset(pvYieldPath(a)), await readDataset(pvYieldPath(b))];
  try {
    return compareDatasets(before, after);
  } catch (error) {
    return (error as Error).message;
  }
}
