import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durableRename } from './durable-rename.ts';

/**
 * Works in a new folder inside `folder` (on the same disk, so that renaming is moving), which is removed
 * at the end. Older ones of the same target are removed first: killed runs left them. A run that is still
 * at work loses its folder so, and fails: the last one begun wins, and no two mix their files.
 * @param target file or folder being made
 */
export async function inStaging<Result>(
  folder: string,
  target: string,
  work: (staging: string) => Promise<Result>,
): Promise<Result> {
  const prefix = `.${target}.staging-`;
  const staging = stagingIn(folder, prefix);
  try {
    return await work(staging);
  } catch (cause) {
    if (existsSync(staging)) throw cause;
    throw new Error(
      `${folder}: another ${target} began there and replaced this one. Build one at a time, or each into its own folder (ARTIFACTS=...).`,
      { cause },
    );
  } finally {
    remove(staging);
  }
}

/** A new folder inside `folder`, without the older ones. */
function stagingIn(folder: string, prefix: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) if (name.startsWith(prefix)) remove(join(folder, name));
    return mkdtempSync(join(folder, prefix));
  } catch (cause) {
    throw new Error(
      `${folder}: cannot be written to (${(cause as Error).message}). Name another folder (ARTIFACTS=...).`,
      { cause },
    );
  }
}

/** Gives every file of a staging folder its place, in the order of `first` and then the others. */
export function publish(staging: string, folder: string, first: readonly string[]): void {
  const names = readdirSync(staging);
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  for (const name of names.sort((a, b) => rank(a) - rank(b))) {
    durableRename(join(staging, name), join(folder, name));
  }
}

/** Makes a folder for temporary files in the system's own, which clears what killed processes leave. */
export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sun-over-sweden-'));
  return { path, remove: () => remove(path) };
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
