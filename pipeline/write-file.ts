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

/** Writes a value as readable JSON, whole. */
export function writeJsonWhole(path: string, value: object): void {
  writeFileWhole(path, `${JSON.stringify(value, null, 2)}\n`);
}
