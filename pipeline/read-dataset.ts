import { existsSync } from 'node:fs';
import type { PvYieldArtifact } from '../schemas/pv-yield-artifact.ts';
import { readPvYield } from '../schemas/read-artifact.ts';

/**
 * Reads a built yield dataset.
 * @throws Error naming the file that is missing or damaged, and what to do
 */
export async function readDataset(path: string): Promise<PvYieldArtifact> {
  if (existsSync(path)) return readPvYield(path);
  throw new Error(`${path}: there is no such file, expected a pv-yield.bin. Run "make artifacts".`);
}
