/** Versions of the documents of an organisation's offers: their size, which are sent, and what they were put for. */
import type { Change, Statements } from './store.ts';

/** The size of all documents of the organisation. */
export async function documentBytes(db: Statements): Promise<number> {
  const [{ bytes }] = await db.query<{ bytes: number }>(
    'select coalesce(sum(bytes), 0) as bytes from document where org = $1',
  );
  return Number(bytes);
}

const UNSENT = `org = $1 and offer_id = $2 and kind = 'agreement' and agreement_id is null`;

/** The ids of an offer's documents that were uploaded and not sent out, the first first. */
export async function unsentVersions(db: Statements, offerId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from document where ${UNSENT} order by version`,
    offerId,
  );
  return rows.map(({ id }) => id);
}

/** Marks the offer's versions as sent with an agreement: they are evidence from then on. */
export async function markSent(
  change: Change,
  offerId: string,
  agreementId: string,
): Promise<void> {
  await change.query(`update document set agreement_id = $3 where ${UNSENT}`, offerId, agreementId);
}

/** Erases a version that was not sent out. @returns whether there is such a one */
export async function eraseUnsent(change: Change, offerId: string, id: string): Promise<boolean> {
  const rows = await change.query(
    `delete from document where ${UNSENT} and id = $3 returning id`,
    offerId,
    id,
  );
  return rows.length > 0;
}
