import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Renames a finished file. Its bytes, then its name, are on the disk when this returns. */
export function durableRename(temporary: string, path: string): void {
  syncFile(temporary);
  renameSync(temporary, path);
  syncFile(dirname(path));
}

/** Renames a finished folder to a name that is free. What is in it is on the disk first. */
export function durableRenameFolder(temporary: string, path: string): void {
  for (const name of readdirSync(temporary, { recursive: true, encoding: 'utf8' })) {
    syncFile(join(temporary, name));
  }
  durableRename(temporary, path);
}

/** Flushes a file or a folder to the disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
