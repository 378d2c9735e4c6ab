import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { validator } from '../../schemas/checks/validate.ts';
import { FORMAT_VERSION } from '../../schemas/codec/artifact.ts';
import type { FileRecord, Manifest, OutputRecord, Recipe } from '../../schemas/types.ts';
import { summaryPath } from '../dataset/dataset-writer.ts';
import { readSummary } from '../dataset/summary.ts';
import { fileRecord } from '../files/file-record.ts';
import { writeJsonWhole } from '../files/write-whole.ts';
import { type BuildFolders, pvYieldPath } from './build-outputs.ts';
import { type BuildRecord, versionVerdict } from './version-verdict.ts';

/** A repository takes a summary of up to this size, about 80 000 cells; a larger one is only hashed. */
const COMMITTED_BYTES = 10e6;
const SUMMARY = 'summary.csv';
const LARGE_SUMMARY = 'summary.large.csv';

/** The names that a recorded summary can have. */
export const SUMMARIES = [SUMMARY, LARGE_SUMMARY];

const checkManifest = validator('data/manifest.schema.json');

/** The manifest of a folder. */
export function manifestPath(folder: string): string {
  return join(folder, 'manifest.json');
}

/** The manifest that is recorded in a folder. Null if there is none. */
export function readManifest(folder: string): Manifest | null {
  const path = manifestPath(folder);
  if (!existsSync(path)) return null;
  try {
    return checkManifest(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw unusable(path, (error as Error).message);
  }
}

/**
 * The recorded build of a folder. Null if there is none. A summary that is not committed may be
 * away; one that is must be that of the manifest.
 */
export async function readRecord(folder: string): Promise<BuildRecord | null> {
  const manifest = readManifest(folder);
  if (!manifest) return null;
  const { path: recordedPath, sha256, committed } = manifest.summary;
  const path = join(folder, basename(recordedPath));
  const isSame = existsSync(path) && (await fileRecord(path)).sha256 === sha256;
  if (isSame) return { manifest, summary: readSummary(path) };
  if (!committed) return { manifest, summary: null };
  throw unusable(manifestPath(folder), `${path} is not the summary that it names.`);
}

function unusable(path: string, reason: string): Error {
  return new Error(
    `${path}: cannot be used as the record of a build. ${reason} Restore both from git, or delete manifest.json to record anew.`,
  );
}

/** The path that a record has of a built file, in whatever folder it was built: one dataset has one record. */
function recordedPath(path: string): string {
  return `artifacts/${basename(path)}`;
}

/** The record that a finished build in `staging` makes. */
export async function recordOf(
  recipe: Recipe,
  inputs: FileRecord[],
  outputs: OutputRecord[],
  { staging }: Pick<BuildFolders, 'staging'>,
): Promise<BuildRecord> {
  const { dataset_version, generated_at, sources: _, ...parameters } = recipe;
  const built = summaryPath(pvYieldPath(staging));
  const { bytes, sha256 } = await fileRecord(built);
  const committed = bytes <= COMMITTED_BYTES;
  const path = recordedPath(committed ? SUMMARY : LARGE_SUMMARY);
  const manifest: Manifest = {
    dataset_version,
    generated_at,
    format_version: FORMAT_VERSION,
    parameters,
    inputs,
    outputs: outputs.map((output) => ({ ...output, path: recordedPath(output.path) })),
    summary: { path, bytes, sha256, committed },
  };
  return { manifest, summary: readSummary(built) };
}

/**
 * Puts manifest.json and the summary of a finished build next to it in `staging`, unless that would
 * pass a change off as the version that is recorded already.
 * @returns null, or why it is not recorded and what to do
 */
export async function recordBuild(
  recipe: Recipe,
  inputs: FileRecord[],
  outputs: OutputRecord[],
  recorded: BuildRecord | null,
  folders: BuildFolders,
): Promise<string | null> {
  const built = await recordOf(recipe, inputs, outputs, folders);
  const verdict = recorded ? await versionVerdict(recorded, built) : null;
  const summary = summaryPath(pvYieldPath(folders.staging));
  if (verdict && !verdict.ok) {
    rmSync(summary);
    return verdict.message;
  }
  writeJsonWhole(manifestPath(folders.staging), built.manifest);
  renameSync(summary, join(folders.staging, basename(built.manifest.summary.path)));
  return null;
}
