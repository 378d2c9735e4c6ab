/** Times and networks of leads, without whose they are: they decide which leads are held, and are counted. */
import type { HoldReason, LeadNetwork } from '../../../schemas/types.ts';
import { LEADS_A_DAY, type LeadCounts } from '../mapping/hold-reason.ts';
import type { Change, Statements } from './store.ts';

/** A lead that came in. */
export interface LeadOrigin {
  /** ISO UTC. */
  at: string;
  /** Marks of the visitor's network. Null if the configurator sends none. */
  network: LeadNetwork | null;
  /** Why it is held. Null if it is not. */
  because: HoldReason | null;
}

export async function recordOrigin(
  change: Change,
  { at, network, because }: LeadOrigin,
): Promise<void> {
  await change.query(
    `insert into lead_origin (org, seq, at, near, wide, because) values ($1, $2, $3, $4, $5, $6)`,
    change.seq,
    at,
    network?.near ?? null,
    network?.wide ?? null,
    because,
  );
}

/** Counts leads after a time, each up to the number that decides: a flood costs no more than a quiet day. */
export async function countLeads(
  db: Statements,
  network: LeadNetwork | null,
  since: string,
): Promise<LeadCounts> {
  const { near, wide, taken } = LEADS_A_DAY;
  const isTaken = 'and because is null';
  return {
    near: network ? await countUpTo(db, since, near, 'and near = $4', network.near) : 0,
    wide: network ? await countUpTo(db, since, wide, `and wide = $4 ${isTaken}`, network.wide) : 0,
    taken: await countUpTo(db, since, taken, isTaken),
  };
}

async function countUpTo(
  db: Statements,
  since: string,
  most: number,
  condition: string,
  ...values: string[]
): Promise<number> {
  const [{ count }] = await db.query<{ count: number }>(
    `select count(*) as count from (select at from lead_origin
       where org = $1 and at > $2 ${condition} limit $3) as leads`,
    since,
    most,
    ...values,
  );
  return count;
}
