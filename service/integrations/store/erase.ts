/** Erasing of persons: their rows and their keys, with a tombstone for backups that still have them. */
import { OF_OFFER, OF_PROSPECT } from './rows-of-person.ts';
import type { Change } from './store.ts';

/** Names the key of a person who was erased: whoever has it in a restored backup is erased again. */
export interface Tombstone {
  org: string;
  /** Name of the key. It tells nothing of the person. */
  key: string;
  /** Time of the erasure, ISO UTC. */
  at: string;
}

/** Erases a prospect with its key and all rows of it and of its offers. @returns nothing if there is none */
export async function erasePerson(change: Change, prospectId: string): Promise<Tombstone[]> {
  await deleteRows(change, OF_PROSPECT, prospectId);
  const keys = await change.query<{ key_id: string }>(
    'delete from person where org = $1 and prospect_id = $2 returning key_id',
    prospectId,
  );
  const tombstones = keys.map(({ key_id: key }) => ({ org: change.org, key, at: change.at }));
  for (const tombstone of tombstones) await putErasure(change, tombstone);
  return tombstones;
}

/** Erases an offer with all rows of it; the key that they were sealed by stays with its person. */
export async function eraseOffer(change: Change, id: string): Promise<void> {
  await deleteRows(change, OF_OFFER, id);
}

async function deleteRows(change: Change, rows: Record<string, string>, id: string): Promise<void> {
  for (const [table, condition] of Object.entries(rows)) {
    await change.query(`delete from ${table} where ${condition}`, id);
  }
}

/** Notes an erasure in the store. */
export async function putErasure(change: Change, { key, at }: Tombstone): Promise<void> {
  await change.query(
    'insert into erasure (org, key_id, at) values ($1, $2, $3) on conflict do nothing',
    key,
    at,
  );
}
