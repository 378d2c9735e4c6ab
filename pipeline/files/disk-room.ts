import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

const MEGABYTE = 1e6;

/** Reasons of a write that finds no room: the disk, the user's quota, or the limit on a file's size. */
const NO_ROOM = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the limit on the size of files (ulimit -f) is reached'],
]);

/**
 * Refuses a file that is larger than what is free, before hours of work.
 * @throws Error naming the file and both sizes
 */
export function checkRoom(path: string, needed: number): void {
  const { blocks, bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  // Some network file systems do not report their size.
  if (blocks === 0 || free >= needed) return;
  throw new Error(
    `${path}: needs ${megabytes(needed)}, but only ${megabytes(free)} are free on that disk. ${REMEDY}`,
  );
}

/** The sentence for an error of a write that found no room; null for any other. */
export function fullDisk(error: unknown, path: string, needed: number): Error | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = NO_ROOM.get(code);
  if (!reason) return null;
  return new Error(`${path}: needs ${megabytes(needed)}, but ${reason} (${code}). ${REMEDY}`);
}

const REMEDY = 'Make room, or write to another disk (ARTIFACTS=..., TMPDIR for unpacked archives).';

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(bytes < MEGABYTE ? 3 : 1)} MB`;
}
