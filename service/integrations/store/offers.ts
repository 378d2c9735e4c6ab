/** Offers in the store. */
import type { OfferInvoice, OfferState } from '../../../schemas/types.ts';
import type { OfferBody } from '../mapping/row-totals.ts';
import type { Change, Statements } from './store.ts';

export interface StoredOffer {
  id: string;
  /** The name of the customer's page: whoever has it sees the offer. */
  slug: string;
  body: OfferBody;
  /** Personal numbers of the applicants, sealed. Null if none is known. */
  sealed: string | null;
  state: OfferState;
  /** The number of changes by the organisation. */
  version: number;
  /** Place in the order of all changes. */
  seq: number;
  invoice: OfferInvoice | null;
}

interface OfferRow {
  id: string;
  slug: string;
  body: string;
  sealed: string | null;
  state: OfferState;
  version: number;
  seq: number;
  invoice: string | null;
}

const COLUMNS = 'id, slug, body, sealed, state, version, seq, invoice';

/** The context that the sealed numbers are bound to: in another one they do not open. */
export function applicantsContext(org: string, offerId: string): string {
  return `offer|${org}|${offerId}`;
}

/** The offer. Null if there is none. */
export async function readOffer(db: Statements, id: string): Promise<StoredOffer | null> {
  const rows = await db.query<OfferRow>(
    `select ${COLUMNS} from offer where org = $1 and id = $2`,
    id,
  );
  return rows.map(storedOffer).at(0) ?? null;
}

/** Offers that changed after a place in the order of changes, in that order. */
export async function offersAfter(
  db: Statements,
  after: number,
  most: number,
): Promise<StoredOffer[]> {
  const rows = await db.query<OfferRow>(
    `select ${COLUMNS} from offer where org = $1 and seq > $2 order by seq limit $3`,
    after,
    most,
  );
  return rows.map(storedOffer);
}

/** The offers of a prospect. */
export async function offersOf(db: Statements, prospectId: string): Promise<StoredOffer[]> {
  const rows = await db.query<OfferRow>(
    `select ${COLUMNS} from offer where org = $1 and prospect_id = $2 order by id`,
    prospectId,
  );
  return rows.map(storedOffer);
}

/** Stores the offer; its slug stays. */
export async function putOffer(change: Change, offer: Omit<StoredOffer, 'seq'>): Promise<void> {
  const { id, slug, body, sealed, state, version, invoice } = offer;
  await change.query(
    `insert into offer (org, id, prospect_id, slug, body, sealed, state, version, seq, invoice)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (org, id) do update set prospect_id = excluded.prospect_id, body = excluded.body,
       sealed = excluded.sealed, state = excluded.state, version = excluded.version,
       seq = excluded.seq, invoice = excluded.invoice`,
    id,
    body.prospect_id,
    slug,
    JSON.stringify(body),
    sealed,
    state,
    version,
    change.seq,
    invoice && JSON.stringify(invoice),
  );
}

function storedOffer({ body, invoice, ...row }: OfferRow): StoredOffer {
  return { ...row, body: JSON.parse(body), invoice: invoice && JSON.parse(invoice) };
}
