/** Erasing of a whole organisation. */
import { erasePerson, type Tombstone } from './erase.ts';
import type { Store } from './store.ts';

/** Prospects in a change. */
const AT_A_TIME = 100;

/** Tables of an organisation apart from those of its persons. `erasure` stays: it has nobody's data. */
export const OF_ORGANISATION = [
  'audit',
  'event',
  'hook_seen',
  'inbox_session',
  'lane',
  'lead_origin',
  'task',
  'organisation',
];

/** Erases all persons of an organisation and whatever else is its own. @returns the persons' tombstones */
export async function eraseOrganisation(store: Store, org: string): Promise<Tombstone[]> {
  const tombstones: Tombstone[] = [];
  for (;;) {
    const some = await store.change(org, async (change) => {
      const rows = await change.query<{ prospect_id: string }>(
        `select prospect_id from person where org = $1 limit ${AT_A_TIME}`,
      );
      const erased: Tombstone[] = [];
      for (const { prospect_id } of rows) erased.push(...(await erasePerson(change, prospect_id)));
      return erased;
    });
    if (some.length === 0) break;
    tombstones.push(...some);
  }
  await store.changeAll(async (all) => {
    for (const table of OF_ORGANISATION)
      await all.query(`delete from ${table} where org = $1`, org);
  });
  return tombstones;
}
