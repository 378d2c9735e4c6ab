/** Erasure of prospects, and the file of tombstones. It lies next to the store and must not be restored with it. */

import { existsSync, statSync } from 'node:fs';
import { appendFile, open, readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Change, type Store, StoreUnavailable } from './store.ts';
import { AGREEMENTS, IS_TASK, OFFERS } from './tasks.ts';

/** A prospect that was erased. If a backup brings it back, it is erased again. */
export interface Tombstone {
  org: string;
  /** The prospect's id, which is no personal data. */
  id: string;
  /** When the prospect was created: another one may get the id later. */
  created_at: string;
  /** Time of the erasure, ISO UTC. */
  at: string;
}

/** Rows of a prospect, $2, by table. Tables that conditions of others read come last. */
export const ROWS_OF_PROSPECT: Readonly<Record<string, string>> = {
  agreement_event: `org = $1 and agreement_id in (${AGREEMENTS})`,
  task: IS_TASK,
  link: `org = $1 and (kind in ('contact', 'deal', 'last_written', 'sync_error', 'offer_url', 'customer') and subject = $2
    or kind in ('invoice', 'lookups_left') and subject in (${OFFERS})
    or kind = 'agreement' and subject in (${AGREEMENTS}))`,
  document: `org = $1 and offer_id in (${OFFERS})`,
  agreement: `org = $1 and offer_id in (${OFFERS})`,
  offer: 'org = $1 and prospect_id = $2',
  prospect: 'org = $1 and id = $2',
};

/** Erases a prospect with all rows of it and of its offers. @returns whether there was one */
export async function eraseProspect(change: Change, id: string): Promise<boolean> {
  const [row] = await change.query<{ created_at: string }>(
    'select created_at from prospect where org = $1 and id = $2',
    id,
  );
  if (!row) return false;
  for (const [table, condition] of Object.entries(ROWS_OF_PROSPECT)) {
    await change.query(`delete from ${table} where ${condition}`, id);
  }
  await change.query(
    'insert into erasure (org, id, created_at, at) values ($1, $2, $3, $4) on conflict do nothing',
    id,
    row.created_at,
    change.at,
  );
  return true;
}

/**
 * The file of tombstones is created with the store: an emptied store next to it would begin as a new one.
 * @throws Error if the store's file has 0 bytes next to its file of tombstones
 */
export function refuseEmptied(storeFile: string, erasuresFile: string): void {
  if (statSync(storeFile, { throwIfNoEntry: false })?.size !== 0 || !existsSync(erasuresFile))
    return;
  throw new Error(
    `${storeFile} has 0 bytes, but ${erasuresFile} is of a store that had content. Put a backup in its place. To begin with a new store, remove both files.`,
  );
}

const OWNER_ONLY = 0o600;

export interface Erasures {
  /**
   * Writes the tombstones of committed erasures to the file and empties the write-ahead log.
   * @throws StoreUnavailable when the file cannot be written
   */
  settle(): Promise<void>;
  /**
   * Erases prospects that a backup brought back.
   * @returns their number
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
      // The next erasure or the daily run tries again.
      log.warn({ why: error.message }, 'Erased rows may still be in the write-ahead log.');
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
        const message =
          'Tombstones cannot be written. A restored backup would bring erased prospects back.';
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

/** Erases the prospect unless it was created later under the same id. */
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
 * The tombstones of a file, which is created if there is none. A line that a crash cut off is ignored.
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
  // The leading line break ends a line that a crash cut off.
  const lines = tombstones.map((one) => JSON.stringify(one));
  await appendFile(path, `\n${lines.join('\n')}\n`, { mode: OWNER_ONLY, flush: true });
}
