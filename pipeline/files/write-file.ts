import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { writeAll } from './write-all.ts';

/** Writes a file under a temporary name and renames it, so that it is never half there. */
export function writeFileWhole(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.part`;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = openSync(temporary, 'w');
  try {
    writeAll(file, bytes, 0, path, bytes.length);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** Writes a value as readable JSON, whole. */
export function writeJsonWhole(path: string, value: object): void {
  writeFileWhole(path, `${JSON.stringify(value, null, 2)}\n`);
}
