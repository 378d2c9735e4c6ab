import { open } from 'node:fs/promises';
import { decodePrices, type PricesArtifact } from './prices-artifact.ts';
import { decodePvYield, type PvYieldArtifact } from './pv-yield-artifact.ts';

/**
 * Reads a pv-yield.bin into memory and verifies every byte of it.
 * @throws Error naming the file and what is wrong with it
 */
export async function readPvYield(path: string): Promise<PvYieldArtifact> {
  return decodePvYield(await readWhole(path), path);
}

/**
 * Reads a prices.bin into memory and verifies every byte of it.
 * @throws Error naming the file and what is wrong with it
 */
export async function readPrices(path: string): Promise<PricesArtifact> {
  return decodePrices(await readWhole(path), path);
}

/** A file in memory of its own, aligned for views; a Buffer may lie anywhere in a pool. */
async function readWhole(path: string): Promise<ArrayBuffer> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array((await file.stat()).size);
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, read);
      if (bytesRead === 0) throw new Error(`${path}: ended while it was read.`);
      read += bytesRead;
    }
    return bytes.buffer;
  } finally {
    await file.close();
  }
}
