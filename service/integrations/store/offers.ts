/** Offers in the store. */
import type { OfferInvoice, OfferState } from '../../../schemas/types.ts';
import type { OfferBody } from '../rules/row-totals.ts';
import type { PersonKey } from './person-key.ts';
import { keyOfRow, OF_OFFER, readPersonKey } from './persons.ts';
import type { Change, OwnStatements } from './store.ts';
import { enqueueFollow } from './task.ts';

export interface StoredOffer {
  id: string;
  /** The name of the customer's page: whoever has it sees the offer. */
  slug: string;
  body: OfferBody;
  /** Personal numbers of the applicants, in their order; none where none is known. */
  openNumbers(): (string | null)[];
  state: OfferState;
  /** The number of changes by the organisation. */
  version: number;
  /** Place in the order of all changes. */
  seq: number;
  invoice: OfferInvoice | null;
  /** The version that the invoice was made of. Null if none was made. */
  invoicedVersion: number | null;
}

/** The invoice as it is kept: the provider's words are sealed, since they may be about people. */
interface KeptInvoice extends OfferInvoice {
  version: number | null;
}

interface OfferRow {
  id: string;
  slug: string;
  body: string;
  numbers: string | null;
  prospect_id: string;
  /** The person's key, encrypted. */
  sealed: string;
  state: OfferState;
  version: number;
  seq: number;
  invoice: string | null;
}

const SELECT = `select offer.id, slug, body, offer.sealed as numbers, offer.prospect_id, person.sealed, state, version, seq, invoice
  from offer ${OF_OFFER} where offer.org = $1`;

/** The place of an offer's sealed column. */
export function offerPlace(column: 'body' | 'sealed' | 'invoice', org: string, id: string): string {
  return `offer.${column}|${org}|${id}`;
}

/** The offer. Null if there is none. */
export async function readOffer(db: OwnStatements, id: string): Promise<StoredOffer | null> {
  const rows = await db.query<OfferRow>(`${SELECT} and offer.id = $2`, id);
  return rows.map((row) => storedOffer(db, row)).at(0) ?? null;
}

/** Offers that changed after a place in the order of changes, in that order. */
export async function offersAfter(
  db: OwnStatements,
  after: number,
  most: number,
): Promise<StoredOffer[]> {
  const rows = await db.query<OfferRow>(
    `${SELECT} and seq > $2 order by seq limit $3`,
    after,
    most,
  );
  return rows.map((row) => storedOffer(db, row));
}

/** The offers of a prospect. */
export async function offersOf(db: OwnStatements, prospectId: string): Promise<StoredOffer[]> {
  const rows = await db.query<OfferRow>(
    `${SELECT} and offer.prospect_id = $2 order by offer.id`,
    prospectId,
  );
  return rows.map((row) => storedOffer(db, row));
}

/** An offer to store. */
export interface NewOffer extends Pick<StoredOffer, 'id' | 'slug' | 'body' | 'version'> {
  /** A correction of what is signed stays signed. */
  state?: 'draft' | 'signed';
  /** Twelve digits each, in the order of the applicants. Null if unknown. */
  personalNumbers: readonly (string | null)[];
}

/** Stores the offer; its slug stays, and so does what is known of its invoice. @throws Error when its prospect is not stored */
export async function putOffer(change: Change, offer: NewOffer): Promise<void> {
  const { id, slug, body, personalNumbers, version, state = 'draft' } = offer;
  const { org, seq, at } = change;
  const key = await readPersonKey(change, body.prospect_id);
  if (key === null) throw new Error('The prospect of the offer is not stored.');
  const hasNumbers = personalNumbers.some(Boolean);
  await change.query(
    `insert into offer
       (org, id, prospect_id, slug, body, sealed, state, version, seq, invoice, changed_at)
     values ($1, $2, $3, $4, $5, $6, $10, $7, $8, null, $9)
     on conflict (org, id) do update set prospect_id = excluded.prospect_id, body = excluded.body,
       sealed = excluded.sealed, state = excluded.state, version = excluded.version,
       seq = excluded.seq, changed_at = excluded.changed_at`,
    id,
    body.prospect_id,
    slug,
    key.seal(JSON.stringify(body), offerPlace('body', org, id)),
    hasNumbers ? key.seal(JSON.stringify(personalNumbers), offerPlace('sealed', org, id)) : null,
    version,
    seq,
    at,
    state,
  );
  await enqueueFollow(change, id);
}

/** Stores the offer's state and invoice as they are now. */
export async function setOfferState(
  change: Change,
  offer: Pick<StoredOffer, 'id' | 'state' | 'body' | 'invoice' | 'invoicedVersion'>,
): Promise<void> {
  const { id, state, invoice, invoicedVersion, body } = offer;
  const key = await readPersonKey(change, body.prospect_id);
  const place = offerPlace('invoice', change.org, id);
  const words = invoice?.words && key ? key.seal(invoice.words, place) : null;
  const kept: KeptInvoice | null = invoice && { ...invoice, words, version: invoicedVersion };
  await change.query(
    `update offer set state = $3, invoice = $4, seq = $5, changed_at = $6
     where org = $1 and id = $2`,
    id,
    state,
    kept && JSON.stringify(kept),
    change.seq,
    change.at,
  );
  await enqueueFollow(change, id);
}

function storedOffer(
  db: OwnStatements,
  { body, numbers, prospect_id, sealed, invoice, ...row }: OfferRow,
): StoredOffer {
  const key = keyOfRow(db, prospect_id, sealed);
  const open = (text: string, column: 'body' | 'sealed') =>
    JSON.parse(key.open(text, offerPlace(column, db.org, row.id)));
  return {
    ...row,
    body: open(body, 'body'),
    openNumbers: () => (numbers === null ? [] : open(numbers, 'sealed')),
    ...openInvoice(key, offerPlace('invoice', db.org, row.id), invoice && JSON.parse(invoice)),
  };
}

/** The invoice with its words opened; those kept before 0.6.0 have neither words nor a version. */
function openInvoice(
  key: PersonKey,
  place: string,
  kept: Partial<KeptInvoice> | null,
): Pick<StoredOffer, 'invoice' | 'invoicedVersion'> {
  if (kept === null) return { invoice: null, invoicedVersion: null };
  const { state = 'pending', number = null, error = null, words = null, paid_on = null } = kept;
  const opened = words === null ? null : key.open(words, place);
  const invoice = { state, number, error, words: opened, paid_on };
  return { invoice, invoicedVersion: kept.version ?? null };
}
