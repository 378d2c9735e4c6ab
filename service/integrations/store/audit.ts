/** The audit log of an organisation: which key did what when. It has ids and labels, and nobody's data. */
import type { AuditEntry } from '../../../schemas/types.ts';
import type { Change, Statements } from './store.ts';

/** A call that an organisation's key has made. */
export interface AuditedCall {
  /** Label of the key. */
  key: string;
  /** Method and path, as in "PUT /prospects/{id}". */
  action: string;
  /** The ids in the path, with slashes between; empty where it has none. */
  subject: string;
  /** ISO UTC. */
  at: string;
}

/** Calls of one day, alike but for their time. */
export interface AuditedCalls extends AuditedCall {
  calls: number;
  firstAt: string;
}

/** Entries of a page, and those that were recorded together with its last. */
const MOST_AT_A_TIME = 100;

const INSERT = `insert into audit (org, id, seq, key_label, action, subject, calls, first_at, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (org, id) do update set seq = excluded.seq, calls = audit.calls + excluded.calls, at = excluded.at`;

/** Records a call with the change that it makes, as an entry of its own. */
export async function recordChange(change: Change, call: AuditedCall): Promise<void> {
  await record(change, String(change.seq), { ...call, calls: 1, firstAt: call.at });
}

/** Records calls that changed nothing: those of one day, key, action and subject are one entry, with their number. */
export async function recordReads(change: Change, reads: readonly AuditedCalls[]): Promise<void> {
  for (const read of reads) await record(change, foldedBy(read), read);
}

/** The name of the entry in which equal calls of a day are counted. */
export function foldedBy({ key, action, subject, at }: AuditedCall): string {
  return [at.slice(0, 'YYYY-MM-DD'.length), key, action, subject].join(' ');
}

async function record(
  change: Change,
  id: string,
  { key, action, subject, calls, firstAt, at }: AuditedCalls,
): Promise<void> {
  await change.query(INSERT, id, change.seq, key, action, subject, calls, firstAt, at);
}

type Row = AuditEntry & { seq: number };

/** Entries that were recorded, or counted further, after a place in the order of changes, in that order. */
export async function auditAfter(
  db: Statements,
  after: number,
): Promise<{ entries: AuditEntry[]; next: number }> {
  const rows = await db.query<Row>(
    `select seq, key_label as key, action, subject, calls, first_at, at from audit
     where org = $1 and seq > $2 and seq <= coalesce(
       (select seq from audit where org = $1 and seq > $2 order by seq limit 1 offset $3), $4)
     order by seq, at`,
    after,
    MOST_AT_A_TIME - 1,
    Number.MAX_SAFE_INTEGER,
  );
  const entries = rows.map(({ seq, ...entry }) => entry);
  return { entries, next: rows.at(-1)?.seq ?? after };
}
