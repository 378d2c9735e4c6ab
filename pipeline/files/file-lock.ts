import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { tryLock } from 'fs-native-extensions';

/** A lock that this process holds. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock of a file, or gives null when a living process has it. The kernel frees it when the
 * process ends, however it ends, so that a lock never outlives its holder. The file stays: removing
 * it would let two processes lock two files of one name.
 * @param note what the holder says of itself, for `lockNote`
 * @throws Error when the file cannot be written, or its file system has no locks
 */
export function takeLock(path: string, note = ''): FileLock | null {
  const file = openLocked(path);
  if (file === null) return null;
  ftruncateSync(file);
  writeSync(file, note);
  return { release: () => closeSync(file) };
}

/** What the holder of a lock says of itself. */
export function lockNote(path: string): string {
  return readFileSync(path, 'utf8');
}

function openLocked(path: string): number | null {
  try {
    const file = openSync(path, 'a+');
    if (tryLock(file)) return file;
    closeSync(file);
    return null;
  } catch (error) {
    throw new Error(
      `${path}: cannot be written and locked (${(error as Error).message}). Take a folder that is yours, on a disk with locks.`,
    );
  }
}
