/** Prospects that came as leads and are held: they are kept as others, and told to nobody. */
import type { Prospect } from '../../../schemas/types.ts';
import { readProspect } from './prospects.ts';
import type { OwnStatements, Statements } from './store.ts';

const MOST_AT_A_TIME = 100;

/** Held leads that came after a place in the order of changes, in that order. */
export async function heldLeadsAfter(
  db: OwnStatements,
  after: number,
  most = MOST_AT_A_TIME,
): Promise<{ leads: Prospect[]; next: number }> {
  const rows = await db.query<{ id: string; seq: number }>(
    `select id, seq from prospect where org = $1 and held is not null and seq > $2
     order by seq limit $3`,
    after,
    most,
  );
  const leads: Prospect[] = [];
  for (const { id } of rows) {
    const lead = await readProspect(db, id);
    // It may be erased meanwhile.
    if (lead !== null) leads.push(lead);
  }
  return { leads, next: rows.at(-1)?.seq ?? after };
}

/** The number of held leads, up to a bound. */
export async function countHeld(db: Statements, most = Number.MAX_SAFE_INTEGER): Promise<number> {
  const [{ count }] = await db.query<{ count: number }>(
    `select count(*) as count from (select id from prospect
       where org = $1 and held is not null limit $2) as held`,
    most,
  );
  return count;
}
