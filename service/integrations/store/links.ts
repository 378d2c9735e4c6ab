/** Ids of our things at the providers. */
import { decryptColumn, encryptColumn } from './encryption.ts';
import type { OwnStatements, Statements } from './store.ts';

/**
 * Four kinds are no ids: `lookups_left` counts the lookups left for an invoice whose answer was lost, `last_written` is
 * what we wrote to the deal last, `sync_error` and `offer_url` are what the deal shows.
 */
export type LinkKind =
  | 'contact'
  | 'deal'
  | 'last_written'
  | 'sync_error'
  | 'offer_url'
  | 'customer'
  | 'invoice'
  | 'lookups_left'
  | 'agreement';

/** Kinds with encrypted values: customer numbers may be personal numbers. */
const ENCRYPTED: readonly LinkKind[] = ['customer', 'last_written'];

/** @param subject our id: the prospect's, offer's or agreement's */
export async function readLink(
  db: OwnStatements,
  kind: LinkKind,
  subject: string,
  provider: string,
): Promise<string | null> {
  const [row] = await db.query<{ ref: string }>(
    'select ref from link where org = $1 and kind = $2 and subject = $3 and provider = $4',
    kind,
    subject,
    provider,
  );
  if (!row) return null;
  return ENCRYPTED.includes(kind) ? decryptColumn(db, `link.${kind}`, subject, row.ref) : row.ref;
}

export async function putLink(
  change: OwnStatements,
  kind: LinkKind,
  subject: string,
  provider: string,
  ref: string,
): Promise<void> {
  await change.query(
    `insert into link (org, kind, subject, provider, ref) values ($1, $2, $3, $4, $5)
     on conflict (org, kind, subject, provider) do update set ref = excluded.ref`,
    kind,
    subject,
    provider,
    ENCRYPTED.includes(kind) ? encryptColumn(change, `link.${kind}`, subject, ref) : ref,
  );
}

export async function deleteLink(
  change: Statements,
  kind: LinkKind,
  subject: string,
  provider: string,
): Promise<void> {
  await change.query(
    'delete from link where org = $1 and kind = $2 and subject = $3 and provider = $4',
    kind,
    subject,
    provider,
  );
}

/** Values that we last wrote to a prospect's deal. */
export interface LastWritten {
  /** The last stage, and the next one until its answer has come. */
  stages: string[];
  amountsOre: number[];
}

/** Null if we have written nothing since the deal was created. */
export async function readLastWritten(
  db: OwnStatements,
  prospectId: string,
  provider: string,
): Promise<LastWritten | null> {
  const text = await readLink(db, 'last_written', prospectId, provider);
  return text === null ? null : JSON.parse(text);
}

/** Stores what we write, unless the prospect was erased meanwhile. */
export async function putLastWritten(
  change: OwnStatements,
  prospectId: string,
  provider: string,
  written: LastWritten,
): Promise<void> {
  const rows = await change.query('select id from prospect where org = $1 and id = $2', prospectId);
  if (rows.length === 0) return;
  await putLink(change, 'last_written', prospectId, provider, JSON.stringify(written));
}
