import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a text file under a temporary name and renames it, so that it is never half there. */
export function writeFileWhole(path: string, text: string): void {
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w');
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, path);
}
