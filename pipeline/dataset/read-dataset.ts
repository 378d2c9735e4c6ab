import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../../schemas/codec/read-artifact.ts';

/**
 * Reads a built yield dataset.
 * @throws Error naming the file that is missing or damaged, and what to do
 */
export async function readDataset(path: string): Promise<PvYieldArtifact> {
  const folder = dirname(path);
  const remedy = `Name a dataset that is there, or build one: make artifacts ARTIFACTS=${folder}`;
  if (!existsSync(folder)) throw new Error(`${folder}: there is no such folder. ${remedy}`);
  if (!existsSync(path)) throw new Error(`${path}: there is no such file. ${remedy}`);
  if (!statSync(path).isDirectory()) return readPvYield(path);
  throw new Error(`${path}: is a folder, expected a file, such as ${join(path, 'pv-yield.bin')}.`);
}
