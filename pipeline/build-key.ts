import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FileRecord } from '../schemas/types.ts';
import { fileRecord, PROJECT } from './file-record.ts';

/** What the last build was made from and what it made; git-ignored, decides only whether to build. */
export interface Stamp {
  key: string;
  outputs: FileRecord[];
}

/** Records of the code that makes the dataset: our sources but tests, and the packages' versions. */
export async function codeRecords(): Promise<FileRecord[]> {
  const names = await Promise.all(
    ['pipeline', 'schemas'].map(async (folder) =>
      (await readdir(join(PROJECT, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const sources = names.flat().filter((name) => /\.(ts|schema\.json)$/.test(name));
  const made = sources.filter((name) => !name.endsWith('.test.ts')).sort();
  return Promise.all([...made, 'package-lock.json'].map((name) => fileRecord(join(PROJECT, name))));
}

/** One hash over everything that a build depends on. */
export function buildKey(records: readonly FileRecord[]): string {
  const lines = records.map(({ path, sha256 }) => `${sha256}  ${path}\n`).sort();
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/** Whether the last build had this key and what it made is still there, byte for byte. */
export async function isUpToDate(stampPath: string, key: string): Promise<boolean> {
  const stamp = readStamp(stampPath);
  if (stamp?.key !== key) return false;
  for (const output of stamp.outputs) {
    const path = resolve(PROJECT, output.path);
    if (!existsSync(path)) return false;
    if ((await fileRecord(path)).sha256 !== output.sha256) return false;
  }
  return true;
}

/** A stamp that is absent or broken only means that there is nothing to rely on. */
function readStamp(path: string): Stamp | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
