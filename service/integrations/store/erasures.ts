/**
 * Erasures to the end. The file of tombstones lies next to the store and is never restored with it. It has a line for
 * each prospect that was erased.
 */
import { open, readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { eraseProspect, type Tombstone } from './erase.ts';
import { type Change, type Store, StoreUnavailable } from './store.ts';

/** Only the owner reads the file. */
const OWNER_ONLY = 0o600;

export interface Erasures {
  /**
   * Ends erasures that are committed: the file has their tombstones when this returns, and the write-ahead log is empty.
   * @throws StoreUnavailable when the file cannot be written
   */
  settle(): Promise<void>;
  /**
   * Erases again whoever came back with a backup.
   * @returns the number of prospects that were there
   */
  eraseAgain(): Promise<number>;
}

/** @param path the file of tombstones */
export function erasuresOf(
  store: Store,
  path: string,
  log: Pick<Logger, 'warn' | 'error'>,
): Erasures {
  let running = Promise.resolve();

  async function settle(): Promise<void> {
    await store.scrub().catch((error: Error) => {
      // The next erasure, or the next day, tries again.
      log.warn({ why: error.message }, 'Erased rows may still be in the log of the store.');
    });
    const written = new Set((await readTombstones(path)).map(nameOf));
    const stored = await store.changeAll((all) =>
      all.query<Tombstone>('select org, id, created_at, at from erasure order by at'),
    );
    await appendTombstones(
      path,
      stored.filter((one) => !written.has(nameOf(one))),
    );
  }

  return {
    settle() {
      running = running.catch(() => {}).then(settle);
      return running.catch((error: Error) => {
        const message = 'Tombstones cannot be written: a backup would bring the erased back.';
        log.error({ why: error.message }, message);
        throw new StoreUnavailable(error.message);
      });
    },
    async eraseAgain() {
      let count = 0;
      for (const tombstone of await readTombstones(path)) {
        const isErased = await store.change(tombstone.org, (change) => eraseOne(change, tombstone));
        count += Number(isErased);
      }
      return count;
    },
  };
}

/** Whoever came later under the same id stays. */
async function eraseOne(change: Change, { id, created_at }: Tombstone): Promise<boolean> {
  const rows = await change.query(
    'select id from prospect where org = $1 and id = $2 and created_at = $3',
    id,
    created_at,
  );
  return rows.length > 0 && eraseProspect(change, id);
}

function nameOf({ org, id, created_at }: Tombstone): string {
  return `${org} ${id} ${created_at}`;
}

/**
 * The tombstones of a file, which is created if there is none. A line that was cut off by a crash is left out.
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

function tombstoneOf(line: string): Tombstone[] {
  try {
    const { org, id, created_at, at } = JSON.parse(line);
    const isWhole = [org, id, created_at, at].every((text) => typeof text === 'string');
    return isWhole ? [{ org, id, created_at, at }] : [];
  } catch {
    return [];
  }
}

/** Appends tombstones, which are on disk when this returns. */
async function appendTombstones(path: string, tombstones: readonly Tombstone[]): Promise<void> {
  if (tombstones.length === 0) return;
  const file = await open(path, 'a', OWNER_ONLY);
  try {
    // The line break before them ends a line that was cut off.
    const lines = tombstones.map((one) => JSON.stringify(one));
    await file.write(`\n${lines.join('\n')}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}
