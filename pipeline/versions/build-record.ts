import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { validator } from '../../schemas/checks/validate.ts';
import { PV_YIELD_FORMAT } from '../../schemas/codec/artifact.ts';
import type { FileRecord, Manifest, OutputRecord, Recipe } from '../../schemas/types.ts';
import { summaryPath } from '../dataset/dataset-file.ts';
import { fileRecord } from '../files/file-record.ts';
import { writeJsonWhole } from '../files/write-whole.ts';
import { type BuildFolders, pvYieldPath } from './build-outputs.ts';
import { versionVerdict } from './version-verdict.ts';

/** A repository takes a summary of up to this size, about 80 000 cells. A larger one is only hashed. */
const COMMITTED_BYTES = 10e6;
const SUMMARY = 'summary.csv';
const LARGE_SUMMARY = 'summary.large.csv';

export const SUMMARIES = [SUMMARY, LARGE_SUMMARY];

const checkManifest = validator('data/manifest.schema.json');

function manifestPath(folder: string): string {
  return join(folder, 'manifest.json');
}

/** The manifest that is recorded in a folder. Null if there is none. */
export function readManifest(folder: string): Manifest | null {
  const path = manifestPath(folder);
  if (!existsSync(path)) return null;
  try {
    return checkManifest(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // A JSON parser's message has no full stop.
    const why = (error as Error).message.replace(/\.?$/, '.');
    throw new Error(
      `${path}: cannot be used as the record of a build. ${why} Restore it from git, or delete it to start a new record.`,
      { cause: error },
    );
  }
}

/** The path that a record has of a built file, in whatever folder it was built: one dataset has one record. */
function recordedPath(path: string): string {
  return `artifacts/${basename(path)}`;
}

/** The manifest of a finished build in `staging`. */
export async function manifestOf(
  recipe: Recipe,
  inputs: FileRecord[],
  outputs: OutputRecord[],
  { staging }: Pick<BuildFolders, 'staging'>,
): Promise<Manifest> {
  const { dataset_version, generated_at, sources: _, ...parameters } = recipe;
  const built = summaryPath(pvYieldPath(staging));
  const { bytes, sha256 } = await fileRecord(built);
  const committed = bytes <= COMMITTED_BYTES;
  const path = recordedPath(committed ? SUMMARY : LARGE_SUMMARY);
  return {
    dataset_version,
    generated_at,
    format_version: PV_YIELD_FORMAT,
    parameters,
    inputs,
    outputs: outputs.map((output) => ({ ...output, path: recordedPath(output.path) })),
    summary: { path, bytes, sha256, committed },
  };
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
  recorded: Manifest | null,
  folders: BuildFolders,
): Promise<string | null> {
  const built = await manifestOf(recipe, inputs, outputs, folders);
  const verdict = recorded ? versionVerdict(recorded, built) : null;
  const summary = summaryPath(pvYieldPath(folders.staging));
  if (verdict && !verdict.ok) {
    rmSync(summary);
    return verdict.message;
  }
  writeJsonWhole(manifestPath(folders.staging), built);
  renameSync(summary, join(folders.staging, basename(built.summary.path)));
  return null;
}

/** The file of a stamp in a folder. */
export const STAMP = '.stamp.json';

/** Inputs and outputs of the last build. Git-ignored, decides only whether to build. */
interface Stamp {
  key: string;
  outputs: FileRecord[];
  /** SHA-256 of the manifest that was there behind the build. */
  manifest: string;
  /** Why the build is not the recorded one, when it is not. */
  notRecorded: string | null;
}

/** Writes the stamp of a finished build next to its files in `staging`. */
export async function writeStamp(
  key: string,
  outputs: readonly OutputRecord[],
  notRecorded: string | null,
  { staging, out }: BuildFolders,
): Promise<void> {
  const manifest = manifestPath(notRecorded ? out : staging);
  const stamp: Stamp = {
    key,
    outputs: outputs.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    manifest: (await fileRecord(manifest)).sha256,
    notRecorded,
  };
  writeJsonWhole(join(staging, STAMP), stamp);
}

/**
 * The stamp of the last build in a folder, when another build would give the same: same key, every
 * output there byte for byte, the record as it was. Else null.
 */
export async function currentStamp(folder: string, key: string): Promise<Stamp | null> {
  const stamp = readStamp(folder);
  if (stamp?.key !== key) return null;
  if (!(await isFile(manifestPath(folder), stamp.manifest))) return null;
  for (const { path, sha256 } of stamp.outputs) {
    if (!(await isFile(join(folder, basename(path)), sha256))) return null;
  }
  return stamp;
}

async function isFile(path: string, sha256: string): Promise<boolean> {
  return existsSync(path) && (await fileRecord(path)).sha256 === sha256;
}

/** A stamp that is absent, broken or of an older form only means that there is nothing to rely on. */
function readStamp(folder: string): Stamp | null {
  try {
    const stamp: Stamp = JSON.parse(readFileSync(join(folder, STAMP), 'utf8'));
    return 'manifest' in stamp ? stamp : null;
  } catch {
    return null;
  }
}
