/** The ids at a provider of things that are ours. */
import { readPersonKey } from './persons.ts';
import type { OwnStatements, Statements } from './store.ts';

/**
 * `invoice_asked` is no id: it counts the looks left for an invoice whose number was not received. Nor is `deal_set`:
 * it is what we set on the deal; `sync_error` and `offer_url` are what the deal shows. The former and a `customer` are sealed: see readCustomer and readDealSet.
 */
export type LinkKind =
  | 'contact'
  | 'deal'
  | 'deal_set'
  | 'sync_error'
  | 'offer_url'
  | 'customer'
  | 'invoice'
  | 'invoice_asked'
  | 'agreement';

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

/** The place of a customer's number. */
export function customerPlace(org: string, prospectId: string): string {
  return `link.ref|${org}|${prospectId}`;
}

/** The number of a prospect as a customer. It is sealed: an organisation may number them by personal numbers. */
export async function readCustomer(
  db: OwnStatements,
  prospectId: string,
  provider: string,
): Promise<string | null> {
  const sealed = await readLink(db, 'customer', prospectId, provider);
  const key = sealed && (await readPersonKey(db, prospectId));
  return key ? key.open(sealed, customerPlace(db.org, prospectId)) : null;
}

/** @throws Error when the prospect is not stored */
export async function putCustomer(
  change: OwnStatements,
  prospectId: string,
  provider: string,
  number: string,
): Promise<void> {
  const key = await readPersonKey(change, prospectId);
  if (key === null) throw new Error('The prospect of the customer is not stored.');
  const sealed = key.seal(number, customerPlace(change.org, prospectId));
  await putLink(change, 'customer', prospectId, provider, sealed);
}

/** The values that we set last on a prospect's deal. They are sealed, as the offer is that they tell of. */
export interface DealSet {
  /** The last stage, and the next one while that is asked for. */
  stages: string[];
  amountsOre: number[];
}

function dealSetPlace(org: string, prospectId: string): string {
  return `link.deal_set|${org}|${prospectId}`;
}

/** The values that we set last. Null if we have set nothing since the deal was made. */
export async function readDealSet(
  db: OwnStatements,
  prospectId: string,
  provider: string,
): Promise<DealSet | null> {
  const sealed = await readLink(db, 'deal_set', prospectId, provider);
  const key = sealed && (await readPersonKey(db, prospectId));
  return key ? JSON.parse(key.open(sealed, dealSetPlace(db.org, prospectId))) : null;
}

/** Notes what we set; nothing is noted of a prospect that was erased meanwhile. */
export async function putDealSet(
  change: OwnStatements,
  prospectId: string,
  provider: string,
  set: DealSet,
): Promise<void> {
  const key = await readPersonKey(change, prospectId);
  if (key === null) return;
  const sealed = key.seal(JSON.stringify(set), dealSetPlace(change.org, prospectId));
  await putLink(change, 'deal_set', prospectId, provider, sealed);
}
