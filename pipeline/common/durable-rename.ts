import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Gives a whole file its name. Before this returns the disk has both, first the bytes. */
export function durableRename(temporary: string, path: string): void {
  syncFile(temporary);
  renameSync(temporary, path);
  syncFile(dirname(path));
}

/** Gives a whole folder its name, which no other may have. The disk has all that is in it first. */
export function durableRenameFolder(temporary: string, path: string): void {
  for (const name of readdirSync(temporary, { recursive: true, encoding: 'utf8' })) {
    syncFile(join(temporary, name));
  }
  durableRename(temporary, path);
}

/** Has the disk write a file or a folder before this returns. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
