/** Times and networks of leads, without whose they are: they decide which leads are held, and are counted. */
import type { HoldReason, LeadDigest, LeadNetwork } from '../../../schemas/types.ts';
import { LEADS_A_DAY, type LeadCounts } from '../mapping/hold-reason.ts';
import { countHeld } from './held-leads.ts';
import type { Change, Statements } from './store.ts';
import { enqueueTask } from './task.ts';

const DAY_MS = 86_400_000;
/** A lead that came in the day's last moments is on disk by then. */
const DIGEST_AFTER_MS = 5 * 60_000;

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

/** Enqueues the digest of the UTC day on which a lead was held, for soon after its end. */
export async function enqueueDigest(change: Change, at: string): Promise<void> {
  const day = at.slice(0, 'YYYY-MM-DD'.length);
  await enqueueTask(change, 'leads.digest', day, new Date(digestDueMs(day)).toISOString());
}

/** The time at which the leads of a UTC day are told. */
export function digestDueMs(day: string): number {
  return Date.parse(day) + DAY_MS + DIGEST_AFTER_MS;
}

/** The leads of a UTC day by what became of them as they came, and how many held ones wait now. */
export async function readLeadDay(db: Statements, day: string): Promise<LeadDigest> {
  const end = new Date(Date.parse(day) + DAY_MS).toISOString();
  const rows = await db.query<{ because: HoldReason | null; near: string | null; count: number }>(
    `select because, near, count(*) as count from lead_origin
     where org = $1 and at >= $2 and at < $3 group by because, near`,
    day,
    end,
  );
  const sumOf = (ones: typeof rows) => ones.reduce((sum, { count }) => sum + count, 0);
  const held = rows.filter(({ because }) => because !== null);
  const ofNetworks = [...new Set(held.map(({ near }) => near))].map((near) =>
    sumOf(held.filter((one) => one.near === near)),
  );
  return {
    day,
    taken: sumOf(rows.filter(({ because }) => because === null)),
    held: sumOf(held),
    networks: ofNetworks.length,
    largest_network: Math.max(0, ...ofNetworks),
    waiting: await countHeld(db),
  };
}
