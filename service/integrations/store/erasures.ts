/** Erasures to the end: tombstones outside the store, keys out of its files, and both again after a restore. */
import type { Logger } from 'pino';
import { erasePerson, putErasure, type Tombstone } from './erase.ts';
import { type Change, type Store, StoreUnavailable } from './store.ts';
import { appendTombstones, readTombstones } from './tombstones.ts';

export interface Erasures {
  /**
   * Ends erasures that are committed: their tombstones are on disk when this returns, and their keys are gone
   * from the store's files. Tombstones that could not be written are written with the next ones.
   * @throws StoreUnavailable when the file cannot be written
   */
  settle(tombstones: readonly Tombstone[]): Promise<void>;
  /**
   * Makes store and file equal: whoever came back with a backup is erased again, and the file gets the
   * tombstones that it lacks.
   * @returns the number of persons who were erased again
   */
  reconcile(): Promise<number>;
}

/** @param path the file of tombstones */
export function erasuresOf(
  store: Store,
  path: string,
  log: Pick<Logger, 'warn' | 'error'>,
): Erasures {
  const pending: Tombstone[] = [];
  let isDirty = false;
  let running = Promise.resolve();

  async function settleNow(): Promise<void> {
    const some = [...pending];
    if (isDirty) await scrub();
    // After that: while the file lacks one, the next start ends the erasure.
    if (some.length > 0) await append(some);
    pending.splice(0, some.length);
  }

  async function append(tombstones: readonly Tombstone[]): Promise<void> {
    try {
      await appendTombstones(path, tombstones);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      log.error(
        { path, code },
        'Tombstones cannot be written: a backup would bring the erased back.',
      );
      throw new StoreUnavailable(`${path} cannot be written (${code}).`);
    }
  }

  async function scrub(): Promise<void> {
    try {
      await store.scrub();
      isDirty = false;
    } catch (error) {
      // The next erasure, or the next day, tries again.
      log.warn(
        { why: (error as Error).message },
        'Erased keys may still be in files of the store.',
      );
    }
  }

  const settle: Erasures['settle'] = (tombstones) => {
    pending.push(...tombstones);
    isDirty ||= tombstones.length > 0;
    // Those that come meanwhile are settled together.
    running = running.then(settleNow, settleNow);
    return running;
  };

  return {
    settle,
    async reconcile() {
      const [inFile, inStore] = [await readTombstones(path), await readErasures(store)];
      const known = new Set(inStore.map(nameOf));
      const written = new Set(inFile.map(nameOf));
      const again = await eraseAgain(
        store,
        inFile.filter((one) => !known.has(nameOf(one))),
      );
      isDirty ||= again > 0;
      await settle(inStore.filter((one) => !written.has(nameOf(one))));
      return again;
    },
  };
}

function nameOf({ org, key }: Tombstone): string {
  return `${org} ${key}`;
}

function readErasures(store: Store): Promise<Tombstone[]> {
  return store.changeAll((all) =>
    all.query<Tombstone>('select org, key_id as key, at from erasure order by at'),
  );
}

/** @returns the number of persons who were there */
async function eraseAgain(store: Store, tombstones: readonly Tombstone[]): Promise<number> {
  let count = 0;
  for (const tombstone of tombstones) {
    count += await store.change(tombstone.org, (change) => eraseByKey(change, tombstone));
  }
  return count;
}

async function eraseByKey(change: Change, tombstone: Tombstone): Promise<number> {
  const persons = await change.query<{ prospect_id: string }>(
    'select prospect_id from person where org = $1 and key_id = $2',
    tombstone.key,
  );
  for (const { prospect_id } of persons) await erasePerson(change, prospect_id);
  await putErasure(change, tombstone);
  return persons.length;
}
