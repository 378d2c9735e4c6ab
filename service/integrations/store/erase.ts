/** Erasure of prospects: their rows, and a tombstone for backups that still have them. */
import type { Change } from './store.ts';

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

const OFFERS = 'select id from offer where org = $1 and prospect_id = $2';
const AGREEMENTS = `select id from agreement where org = $1 and offer_id in (${OFFERS})`;

/** Rows of a prospect, $2, by table. Tables that conditions of others read come last. */
export const ROWS_OF_PROSPECT: Readonly<Record<string, string>> = {
  agreement_event: `org = $1 and agreement_id in (${AGREEMENTS})`,
  task: `org = $1 and (kind in ('crm.sync', 'deal.progress') and subject = $2
    or kind like 'invoice.%' and subject in (${OFFERS})
    or kind like 'sign.%' and subject in (${AGREEMENTS}))`,
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
