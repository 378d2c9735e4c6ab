import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodePvYield, type PvYieldArtifact } from '../schemas/pv-yield-artifact.ts';

/**
 * Reads pv-yield.bin into memory and verifies it.
 * @throws Error naming the file and what is wrong with it
 */
export async function loadPvYield(folder: string): Promise<PvYieldArtifact> {
  const path = join(folder, 'pv-yield.bin');
  const bytes = await readFile(path);
  // A Buffer may lie anywhere in a pool; the views need the file at the start of its own memory.
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  const file = whole ? bytes.buffer : Uint8Array.from(bytes).buffer;
  return decodePvYield(file as ArrayBuffer, path);
}
