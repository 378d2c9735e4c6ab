import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PvYieldArtifact } from '../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../schemas/codec/read-artifact.ts';
import { typedCommand, typedOption } from './files/packaged.ts';
import { pvYieldPath } from './versions/build-outputs.ts';

/**
 * Reads a built yield dataset.
 * @throws Error naming the file that is missing or damaged, and what to do
 */
export async function readDataset(path: string): Promise<PvYieldArtifact> {
  const folder = dirname(path);
  const remedy = `Name a dataset that is there, ${alternativeTo(path)}`;
  if (!existsSync(folder)) throw new Error(`${folder}: there is no such folder. ${remedy}`);
  if (!existsSync(path)) throw new Error(`${path}: there is no such file. ${remedy}`);
  if (!statSync(path).isDirectory()) return readPvYield(path);
  throw new Error(`${path}: is a folder, expected a file, such as ${pvYieldPath(path)}.`);
}

/** How to build the missing file, if builds write one of that name. Otherwise an example. */
function alternativeTo(path: string): string {
  const folder = dirname(path);
  if (folder === '.' || path !== pvYieldPath(folder)) return `such as ${pvYieldPath('artifacts')}.`;
  return `or build one: ${typedCommand(`make artifacts ARTIFACTS=${folder}`, `build --out ${folder}`)}`;
}

/**
 * Creates the folder that a command writes into.
 * @throws Error when the path is a file, or the folder cannot be created
 */
export function makeOutputFolder(path: string): void {
  if (isFolder(path) === false) {
    throw new Error(
      `${path}: is a file, expected a folder to write into. Give another ${typedOption('OUT')}.`,
    );
  }
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new Error(
      `${path}: cannot be made (${(error as Error).message}). Give another ${typedOption('OUT')}.`,
    );
  }
}

/**
 * Creates the folder of the file that a command writes.
 * @throws Error when the path is a folder, or its folder cannot be created
 */
export function makeRoomFor(path: string, example: string): void {
  if (isFolder(path)) {
    throw new Error(
      `${path}: is a folder, expected the name of a file. Give OUT=${join(path, example)}.`,
    );
  }
  makeOutputFolder(dirname(path));
}

/** Null if there is no such file. */
function isFolder(path: string): boolean | null {
  return existsSync(path) ? statSync(path).isDirectory() : null;
}
