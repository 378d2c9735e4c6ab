import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from './current-build.ts';

/** Digits of a digest in a tag. */
const DIGITS = 16;

/**
 * The tag by which shared caches forget all answers from a build at once.
 * @param digest SHA-256 of the build's manifest, hexadecimal
 */
export function cacheTagOf(digest: string): string {
  return `sun-${digest.slice(0, DIGITS)}`;
}

/** The tag of the build in a folder; null where no manifest names it. */
export function cacheTagIn(folder: string): string | null {
  const path = join(folder, 'manifest.json');
  return existsSync(path) ? cacheTagOf(digestOf(readFileSync(path))) : null;
}
