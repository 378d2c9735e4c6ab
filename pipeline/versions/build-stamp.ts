import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FileRecord } from '../../schemas/types.ts';
import { fileRecord } from '../files/file-record.ts';
import { manifestPath } from './build-record.ts';

/** The file of a stamp in a folder. */
export const STAMP = '.stamp.json';

/** Inputs and outputs of the last build. Git-ignored, decides only whether to build. */
export interface Stamp {
  key: string;
  outputs: FileRecord[];
  /** SHA-256 of the manifest that was there behind the build. */
  manifest: string;
  /** Why the build is not the recorded one, when it is not. */
  notRecorded: string | null;
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
