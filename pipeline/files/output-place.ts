import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Makes the folder that a command writes into.
 * @throws Error when there is something else, or it cannot be made
 */
export function makeOutputFolder(path: string): void {
  if (isFolder(path) === false) {
    throw new Error(`${path}: is a file, expected a folder to write into. Give another OUT.`);
  }
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new Error(`${path}: cannot be made (${(error as Error).message}). Give another OUT.`);
  }
}

/**
 * Makes the folder of the file that a command writes.
 * @throws Error when there is a folder in its place, or its own cannot be made
 */
export function makeRoomFor(path: string, example: string): void {
  if (isFolder(path)) {
    throw new Error(
      `${path}: is a folder, expected the name of a file. Give OUT=${join(path, example)}.`,
    );
  }
  makeOutputFolder(dirname(path));
}

/** Null when there is nothing. */
function isFolder(path: string): boolean | null {
  return existsSync(path) ? statSync(path).isDirectory() : null;
}
