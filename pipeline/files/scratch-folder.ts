import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from './file-lock.ts';

/** Ours alone in a folder that all programs share. */
const PREFIX = 'sun-over-sweden-';

/** A folder for temporary files. */
export interface ScratchFolder {
  path: string;
  remove(): void;
}

/**
 * Makes a folder for temporary files and removes those that killed processes left; those of living
 * ones stay, since each process holds the lock inside its own.
 */
export function scratchFolder(parent = tmpdir()): ScratchFolder {
  removeLeftovers(parent);
  const path = mkdtempSync(join(parent, PREFIX));
  const lock = takeLock(lockIn(path));
  const remove = () => {
    rmSync(path, { recursive: true, force: true });
    lock?.release();
  };
  return { path, remove };
}

function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (!name.startsWith(PREFIX) || !existsSync(lockIn(path))) continue;
    const lock = takeLock(lockIn(path));
    if (lock) rmSync(path, { recursive: true, force: true });
    lock?.release();
  }
}

function lockIn(folder: string): string {
  return join(folder, 'lock');
}
