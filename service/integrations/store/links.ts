/** The ids at a provider of things that are ours. */
import type { Statements } from './store.ts';

/** `invoice_asked` is no id: it counts the looks left for an invoice whose number was not received. */
export type LinkKind = 'contact' | 'deal' | 'customer' | 'invoice' | 'invoice_asked' | 'agreement';

/** @param subject our id: the prospect's, offer's or agreement's */
export async function readLink(
  db: Statements,
  kind: LinkKind,
  subject: string,
  provider: string,
): Promise<string | null> {
  const rows = await db.query<{ ref: string }>(
    'select ref from link where org = $1 and kind = $2 and subject = $3 and provider = $4',
    kind,
    subject,
    provider,
  );
  return rows.at(0)?.ref ?? null;
}

export async function putLink(
  change: Statements,
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
    ref,
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
