import { open } from 'node:fs/promises';
import { decodePvYield, type PvYieldArtifact } from './pv-yield-artifact.ts';

/**
 * Reads a pv-yield.bin into memory and verifies every byte of it.
 * @throws Error naming the file and what is wrong with it
 */
export async function readPvYield(path: string): Promise<PvYieldArtifact> {
  const file = await open(path);
  try {
    // Memory of its own, aligned for the views; a Buffer may lie anywhere in a pool.
    const bytes = new Uint8Array((await file.stat()).size);
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, read);
      if (bytesRead === 0) throw new Error(`${path}: ended while it was read.`);
      read += bytesRead;
    }
    return decodePvYield(bytes.buffer, path);
  } finally {
    await file.close();
  }
}
