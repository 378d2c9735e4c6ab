/** Offers in the store. */
import type { OfferInvoice, OfferState } from '../../../schemas/types.ts';
import type { OfferBody } from '../rules/reduction.ts';
import { decryptColumn, encryptColumn, encryptNumbers } from './encryption.ts';
import type { Change, OwnStatements } from './store.ts';
import { enqueueDealProgress } from './tasks.ts';

export interface StoredOffer {
  id: string;
  /** Names the customer's page. Whoever knows it sees the offer. */
  slug: string;
  body: OfferBody;
  /** Personal numbers of the applicants, in their order. None where none is known. */
  decryptPersonalNumbers(): (string | null)[];
  state: OfferState;
  /** The number of changes by the organisation. */
  version: number;
  /** Position in the order of changes. */
  seq: number;
  invoice: OfferInvoice | null;
  /** The version that the invoice was made of. Null if none was made. */
  invoicedVersion: number | null;
}

interface OfferRow {
  id: string;
  slug: string;
  body: string;
  numbers: string | null;
  state: OfferState;
  version: number;
  seq: number;
  invoice: string | null;
}

const SELECT = `select id, slug, body, personal_numbers as numbers, state, version, seq, invoice
  from offer where org = $1`;

/** The offer. Null if there is none. */
export async function readOffer(db: OwnStatements, id: string): Promise<StoredOffer | null> {
  const rows = await db.query<OfferRow>(`${SELECT} and id = $2`, id);
  return rows.map((row) => storedOffer(db, row)).at(0) ?? null;
}

/** Offers that changed after a position in the order of changes, in that order. */
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

export async function offersOf(db: OwnStatements, prospectId: string): Promise<StoredOffer[]> {
  const rows = await db.query<OfferRow>(`${SELECT} and prospect_id = $2 order by id`, prospectId);
  return rows.map((row) => storedOffer(db, row));
}

export interface NewOffer extends Pick<StoredOffer, 'id' | 'slug' | 'body' | 'version'> {
  /** A corrected signed offer stays signed. */
  state?: 'draft' | 'signed';
  /** Twelve digits each, in the order of the applicants. Null if unknown. */
  personalNumbers: readonly (string | null)[];
}

/** Stores the offer. Its slug and its invoice stay. @throws Error when its prospect is not stored */
export async function putOffer(change: Change, offer: NewOffer): Promise<void> {
  const { id, slug, body, personalNumbers, version, state = 'draft' } = offer;
  const { seq, at } = change;
  const prospects = await change.query(
    'select id from prospect where org = $1 and id = $2',
    body.prospect_id,
  );
  if (prospects.length === 0) throw new Error('The prospect of the offer is not stored.');
  await change.query(
    `insert into offer
       (org, id, prospect_id, slug, body, personal_numbers, state, version, seq, invoice, changed_at)
     values ($1, $2, $3, $4, $5, $6, $10, $7, $8, null, $9)
     on conflict (org, id) do update set prospect_id = excluded.prospect_id, body = excluded.body,
       personal_numbers = excluded.personal_numbers, state = excluded.state, version = excluded.version,
       seq = excluded.seq, changed_at = excluded.changed_at`,
    id,
    body.prospect_id,
    slug,
    encryptColumn(change, 'offer.body', id, JSON.stringify(body)),
    encryptNumbers(change, 'offer.personal_numbers', id, personalNumbers),
    version,
    seq,
    at,
    state,
  );
  await enqueueDealProgress(change, id);
}

export async function setOfferState(
  change: Change,
  {
    id,
    state,
    invoice,
    invoicedVersion,
  }: Pick<StoredOffer, 'id' | 'state' | 'invoice' | 'invoicedVersion'>,
): Promise<void> {
  const { seq, at } = change;
  const stored = invoice && JSON.stringify({ invoice, invoicedVersion } satisfies StoredInvoice);
  await change.query(
    `update offer set state = $3, invoice = $4, seq = $5, changed_at = $6
     where org = $1 and id = $2`,
    id,
    state,
    stored && encryptColumn(change, 'offer.invoice', id, stored),
    seq,
    at,
  );
  await enqueueDealProgress(change, id);
}

type StoredInvoice = Pick<StoredOffer, 'invoice' | 'invoicedVersion'>;
const NO_INVOICE: StoredInvoice = { invoice: null, invoicedVersion: null };

function storedOffer(db: OwnStatements, { body, numbers, invoice, ...row }: OfferRow): StoredOffer {
  const decrypt = (text: string, column: string) =>
    JSON.parse(decryptColumn(db, `offer.${column}`, row.id, text));
  const { invoice: made, invoicedVersion }: StoredInvoice =
    invoice === null ? NO_INVOICE : decrypt(invoice, 'invoice');
  return {
    ...row,
    body: decrypt(body, 'body'),
    decryptPersonalNumbers: () => (numbers === null ? [] : decrypt(numbers, 'personal_numbers')),
    invoice: made,
    invoicedVersion,
  };
}
