import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMAT_VERSION } from '../schemas/artifact.ts';
import type { FileRecord, Manifest, OutputRecord, Recipe } from '../schemas/types.ts';
import { validator } from '../schemas/validate.ts';
import { pricesPath, pvYieldPath } from './build-outputs.ts';
import { summaryPath } from './dataset-writer.ts';
import { parseSummary } from './summary.ts';
import { type BuildRecord, versionVerdict } from './version-verdict.ts';
import { writeFileWhole, writeJsonWhole } from './write-file.ts';

const checkManifest = validator('manifest.schema.json');

/** The recorded build of a folder: manifest.json and summary.csv; null when there is none. */
export function readRecord(folder: string): BuildRecord | null {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) return null;
  try {
    const manifest = checkManifest(JSON.parse(readFileSync(path, 'utf8')));
    return { manifest, summary: parseSummary(readFileSync(join(folder, 'summary.csv'), 'utf8')) };
  } catch (error) {
    throw new Error(
      `${path}: cannot be used as the record of a build. ${(error as Error).message} Restore it from git, or delete it to record anew.`,
    );
  }
}

/** The record that a finished build in `out` makes. */
export function recordOf(
  recipe: Recipe,
  inputs: FileRecord[],
  outputs: OutputRecord[],
  out: string,
): BuildRecord {
  const { dataset_version, generated_at, sources: _, ...parameters } = recipe;
  const format_version = FORMAT_VERSION;
  const manifest: Manifest = {
    dataset_version,
    generated_at,
    format_version,
    parameters,
    inputs,
    outputs,
  };
  return { manifest, summary: parseSummary(summaryText(out)) };
}

/**
 * Writes manifest.json and summary.csv for a finished build, unless that would pass a change off
 * as the version that is recorded already: then the record stays, and the sentence says what to do.
 */
export function recordBuild(
  recipe: Recipe,
  inputs: FileRecord[],
  outputs: OutputRecord[],
  out: string,
): string {
  const built = recordOf(recipe, inputs, outputs, out);
  const recorded = readRecord(out);
  const verdict = recorded ? versionVerdict(recorded, built) : null;
  if (verdict && !verdict.ok) return `Built, but not recorded in manifest.json: ${verdict.message}`;
  writeJsonWhole(join(out, 'manifest.json'), built.manifest);
  writeFileWhole(join(out, 'summary.csv'), summaryText(out));
  return `Dataset ${recipe.dataset_version} is recorded in manifest.json and summary.csv.`;
}

function summaryText(out: string): string {
  const paths = [pvYieldPath(out), pricesPath(out)].map(summaryPath);
  return paths
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('');
}
