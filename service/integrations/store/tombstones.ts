/**
 * The file of tombstones, beside the store and never restored with it: a line for each person who was erased.
 * It is only ever appended to, by any number of processes.
 */
import { open, readFile } from 'node:fs/promises';
import type { Tombstone } from './erase.ts';

/** Nobody but the owner reads the file. */
const OWNER_ONLY = 0o600;

/**
 * The tombstones of a file, which is made if there is none. A line that was cut off by a crash is left out.
 * @throws Error naming the file when it cannot be read or written
 */
export async function readTombstones(path: string): Promise<Tombstone[]> {
  try {
    await (await open(path, 'a', OWNER_ONLY)).close();
    return (await readFile(path, 'utf8')).split('\n').flatMap(tombstoneOf);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${path} cannot be read and written (${code}): set ERASURES_FILE to a file that outlives this process and the store.`,
    );
  }
}

/** Appends tombstones, which are on disk when this returns. */
export async function appendTombstones(
  path: string,
  tombstones: readonly Tombstone[],
): Promise<void> {
  const file = await open(path, 'a', OWNER_ONLY);
  try {
    // The line break before them ends a line that was cut off.
    const lines = tombstones.map(({ org, key, at }) => JSON.stringify({ org, key, at }));
    await file.write(`\n${lines.join('\n')}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function tombstoneOf(line: string): Tombstone[] {
  try {
    const { org, key, at } = JSON.parse(line);
    const isWhole = [org, key, at].every((text) => typeof text === 'string');
    return isWhole ? [{ org, key, at }] : [];
  } catch {
    return [];
  }
}
